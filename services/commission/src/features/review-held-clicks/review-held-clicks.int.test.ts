import { randomUUIDv7 } from 'node:crypto';
import {
  campaignActivated,
  type CampaignSnapshot,
  type DomainEvent,
  impressionRecorded,
  type PaidClick,
  paidClicksRecorded,
  type PaidTraffic,
} from '@tributary/contracts';
import {
  aCampaign,
  aClick,
  type EventProbe,
  eventually,
  openEventProbe,
  payableTraffic,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openWorld, type World } from '../../testing/open-world.ts';

const TODAY = new Date().toISOString();
const DATE = TODAY.slice(0, 10);
const STATEMENTS = '/api/commissions/click-statements';
const HELD = '/api/commissions/held-clicks';
const REVIEW = `${HELD}/review`;

interface Statement {
  readonly payable: number;
  readonly held: number;
  readonly refused: number;
}

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld({ CLICK_BATCH_MS: '100' });
  probe = await openEventProbe(world.env, []);
});
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

/** An affiliate's link to a new campaign that pays 1.00 for a click, or for an impression. */
async function aPaidLink(given: Partial<CampaignSnapshot> = {}) {
  const { type = 'click' } = given;
  const value = type === 'click' ? '1.00' : '1000.00';
  const commission = { type: 'fixed', value, currency: 'USD', holdDays: 0 } as const;
  const campaign = aCampaign({ type, commission, ...given });
  await probe.publish(campaignActivated(campaign));
  const { campaignId, brandId } = campaign;
  await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
  return { campaignId, brandId, affiliateId: randomUUIDv7(), linkId: randomUUIDv7() };
}

type PaidLink = Awaited<ReturnType<typeof aPaidLink>>;

const clickOn = (
  link: PaidLink,
  traffic: Partial<PaidTraffic>,
  given: Partial<PaidClick> = {},
): DomainEvent => {
  const click = { ...aClick(link), occurredAt: TODAY, traffic: payableTraffic(traffic), ...given };
  return paidClicksRecorded({ clicks: [click] });
};

const asAffiliate = ({ affiliateId }: PaidLink) =>
  ({ id: affiliateId, role: 'affiliate' }) as const;
const asBrand = ({ brandId }: PaidLink) => ({ id: brandId, role: 'brand' }) as const;

async function statementsOf(link: PaidLink): Promise<Statement[]> {
  const { body } = await world.get(STATEMENTS, asAffiliate(link));
  return (body as { statements: Statement[] }).statements;
}

/** The link's only statement, once it counts `total` clicks. */
const statementWith = (link: PaidLink, total: number): Promise<Statement> =>
  eventually(async () => {
    const [statement] = await statementsOf(link);
    if (statement === undefined) return undefined;
    const { payable, held, refused } = statement;
    return payable + held + refused === total ? statement : undefined;
  });

const availableOf = async ({ affiliateId }: PaidLink): Promise<number> =>
  (await world.balance(affiliateId)).availableMinor;

/** Waits until all payable clicks are booked. */
const booked = (link: PaidLink) =>
  eventually(async () => {
    const waiting = { affiliateId: link.affiliateId, isBooked: false };
    return (await world.collections.paidClicks.countDocuments(waiting)) === 0;
  });

const release = (link: PaidLink, fields: object = {}) =>
  world.send('POST', REVIEW, asBrand(link), {
    campaign_id: link.campaignId,
    decision: 'released',
    ...fields,
  });

describe('visitors without a cookie that we signed', () => {
  it('are held, not paid, until the brand releases them', async () => {
    const link = await aPaidLink();
    const invented = Array.from({ length: 12 }, (_, index) =>
      clickOn(link, { visitor: index % 2 === 0 ? 'new' : 'unsigned' }),
    );
    // Each event is published twice, as Kafka may deliver it twice.
    await probe.publish(...invented, ...invented);
    expect(await statementWith(link, 12)).toMatchObject({
      date: DATE,
      campaign_id: link.campaignId,
      affiliate_id: link.affiliateId,
      kind: 'click',
      payable: 0,
      held: 12,
      refused: 0,
      held_reasons: { new_visitor: 6, unsigned_visitor: 6 },
      refused_reasons: {},
    });
    await booked(link);
    expect(await availableOf(link)).toBe(0);

    const first = await release(link, { reason: 'new_visitor', date: DATE });
    expect(first).toEqual({ status: 200, body: { decided: 6, remaining: 0 } });
    // A repeated call finds nothing left.
    expect(await release(link, { reason: 'new_visitor' })).toMatchObject({ body: { decided: 0 } });
    await eventually(async () => (await availableOf(link)) === 600);
    expect(await statementWith(link, 12)).toMatchObject({ payable: 6, held: 6 });

    const refusal = { campaign_id: link.campaignId, decision: 'refused' };
    await world.send('POST', REVIEW, { role: 'admin' }, refusal);
    expect(await statementWith(link, 12)).toMatchObject({
      payable: 6,
      held: 0,
      refused_reasons: { refused_in_review: 6 },
    });
    await booked(link);
    expect(await availableOf(link)).toBe(600);
  });

  it('are held for impressions as well', async () => {
    const link = await aPaidLink({ type: 'impression' });
    const seen = (visitor: PaidTraffic['visitor'], isUnique = true) =>
      impressionRecorded({
        ...link,
        impressionId: randomUUIDv7(),
        occurredAt: TODAY,
        isUnique,
        traffic: payableTraffic({ visitor }),
      });
    await probe.publish(seen('new'), seen('unsigned'), seen('signed'), seen('signed', false));
    expect(await statementWith(link, 4)).toMatchObject({
      kind: 'impression',
      payable: 1,
      held_reasons: { new_visitor: 1, unsigned_visitor: 1 },
      refused_reasons: { duplicate: 1 },
    });
    await eventually(async () => (await availableOf(link)) === 100);
  });
});

describe('visitors with a cookie that we signed', () => {
  it('are paid up to 20 per address and link in a day, in any number of batches', async () => {
    const link = await aPaidLink();
    const { addressHash } = payableTraffic();
    const clicks = Array.from({ length: 25 }, () => clickOn(link, { addressHash }));
    await probe.publish(...clicks.slice(0, 15));
    await statementWith(link, 15);
    await probe.publish(...clicks);
    expect(await statementWith(link, 25)).toMatchObject({
      payable: 20,
      held_reasons: { address_limit: 5 },
    });
    await eventually(async () => (await availableOf(link)) === 2_000);
  });

  it('are paid up to 60 per address over all links of the affiliate', async () => {
    const link = await aPaidLink();
    const { addressHash } = payableTraffic();
    const clicks = Array.from({ length: 65 }, () =>
      clickOn({ ...link, linkId: randomUUIDv7() }, { addressHash }),
    );
    await probe.publish(...clicks);
    expect(await statementWith(link, 65)).toMatchObject({ payable: 60, held: 5 });
  });

  it('are refused with the reason where the click does not count', async () => {
    const link = await aPaidLink();
    await probe.publish(
      clickOn(link, {}, { validity: 'bot', isUnique: false }),
      clickOn(link, {}, { validity: 'duplicate', isUnique: false }),
      clickOn(link, {}, { validity: 'filtered', isUnique: false }),
      clickOn(link, { doubt: 'embedded' }),
    );
    expect(await statementWith(link, 4)).toMatchObject({
      payable: 0,
      held_reasons: { embedded: 1 },
      refused_reasons: { bot: 1, duplicate: 1, filtered: 1 },
    });
  });
});

describe('clicks beyond the campaign’s cap', () => {
  it('are paid once released, although the cap is spent', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: none, conversions: none, commissionMinor: { ...none, daily: 200 } };
    const link = await aPaidLink({ caps });
    await probe.publish(...Array.from({ length: 5 }, () => clickOn(link, {})));
    await statementWith(link, 5);
    await eventually(async () => (await statementWith(link, 5)).held === 3);
    expect(await statementWith(link, 5)).toMatchObject({ held_reasons: { commission_cap: 3 } });
    expect(await availableOf(link)).toBe(200);
    const { body } = await world.get(`${HELD}?campaign_id=${link.campaignId}`, asBrand(link));
    const ids = (body as { id: string }[]).map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect(await release(link, { click_ids: ids.slice(0, 2) })).toMatchObject({
      body: { decided: 2, remaining: 0 },
    });
    await eventually(async () => (await availableOf(link)) === 400);
    expect(await statementWith(link, 5)).toMatchObject({ payable: 4, held: 1 });
  });
});

describe('held clicks', () => {
  it('are refused after 30 days without a review', async () => {
    const link = await aPaidLink();
    await probe.publish(clickOn(link, { visitor: 'new' }));
    await statementWith(link, 1);
    await world.refuseOverdueClicks(new Date(Date.now() + 29 * DAY_MS));
    expect(await statementWith(link, 1)).toMatchObject({ held: 1 });
    await world.refuseOverdueClicks(new Date(Date.now() + 30 * DAY_MS + 60_000));
    expect(await statementWith(link, 1)).toMatchObject({
      held: 0,
      refused_reasons: { not_reviewed: 1 },
    });
    expect(await release(link)).toMatchObject({ body: { decided: 0 } });
  });

  it('are found by indexes', async () => {
    const { paidClicks, clickStatements } = world.collections;
    const plans = await Promise.all([
      paidClicks
        .find({ status: 'held', campaignId: 'c' })
        .sort({ at: 1, _id: 1 })
        .explain('queryPlanner'),
      paidClicks
        .find({ status: 'held', reviewUntil: { $lte: new Date() } })
        .explain('queryPlanner'),
      clickStatements.find({ brandId: 'b' }).sort({ day: -1, _id: 1 }).explain('queryPlanner'),
      clickStatements.find({ affiliateId: 'a' }).sort({ day: -1, _id: 1 }).explain('queryPlanner'),
    ]);
    for (const plan of plans) {
      expect(JSON.stringify(plan)).toContain('"IXSCAN"');
      expect(JSON.stringify(plan)).not.toContain('"SORT"');
    }
  });

  it('are shown to and reviewed by nobody but their brand and administrators', async () => {
    const link = await aPaidLink();
    await probe.publish(clickOn(link, { visitor: 'new' }));
    await statementWith(link, 1);
    const foreign = { id: randomUUIDv7(), role: 'brand' } as const;
    const held = `${HELD}?campaign_id=${link.campaignId}`;
    const review = { campaign_id: link.campaignId, decision: 'released' };
    expect(await world.get(held, foreign)).toMatchObject({ status: 404 });
    expect(await world.send('POST', REVIEW, foreign, review)).toMatchObject({ status: 404 });
    expect(await world.get(held, asAffiliate(link))).toMatchObject({ status: 403 });
    expect(await world.send('POST', REVIEW, asAffiliate(link), review)).toMatchObject({
      status: 403,
    });
    const unseen = { statements: [], pagination: { total: 0 } };
    expect(await world.get(STATEMENTS, foreign)).toMatchObject({ body: unseen });
    const others = `${STATEMENTS}?affiliate_id=${link.affiliateId}`;
    const someone = { id: randomUUIDv7(), role: 'affiliate' } as const;
    expect(await world.get(others, someone)).toMatchObject({ body: unseen });
    const seen = { statements: [{ held: 1 }], pagination: { total: 1 } };
    expect(await world.get(others, asBrand(link))).toMatchObject({ body: seen });
    expect(await world.get(others, { role: 'admin' })).toMatchObject({ body: seen });
  });

  it('are found by fields of the right form only', async () => {
    const link = await aPaidLink();
    const sent = [
      { decision: 'approved' },
      { decision: 'released', reason: 'a.b' },
      { decision: 'released', date: 'yesterday' },
      { decision: 'released', click_ids: [] },
    ].map((fields) => ({ campaign_id: link.campaignId, ...fields }));
    for (const body of sent) {
      expect(await world.send('POST', REVIEW, asBrand(link), body)).toMatchObject({ status: 400 });
    }
    const reversed = `${STATEMENTS}?start_date=2026-05-02&end_date=2026-05-01`;
    expect(await world.get(reversed, asBrand(link))).toMatchObject({ status: 400 });
  });
});
