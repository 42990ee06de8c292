import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { aCampaign, aClick, eventually, plansOf, tokensOf } from '@tributary/testing';
import { DAY_MS, HOUR_MS } from '@tributary/units';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { storeClicks } from '../../testing/store-clicks.ts';

const CALL = { deadlineMs: 10_000, idempotent: true } as const;

let tracking: Tracking;
const openClient = () =>
  openGrpcClient(
    'tributary.tracking.v1.Clicks',
    `127.0.0.1:${String(tracking.service.grpcPort)}`,
    tokensOf('attribution'),
  );
let client: ReturnType<typeof openClient>;
beforeAll(async () => {
  tracking = await openTracking();
  client = openClient();
});
afterAll(async () => {
  client.close();
  await tracking.close();
});

const NOW = Date.now();
const ago = (ms: number) => new Date(NOW - ms).toISOString();

async function aCampaignUsing(fingerprintingEnabled: boolean) {
  const campaign = aCampaign();
  const attribution = { ...campaign.attribution, fingerprintingEnabled };
  await tracking.deps[0]!.transaction(({ campaigns }) =>
    campaigns.save({ ...campaign, attribution }),
  );
  return campaign.campaignId;
}

const store = async (...clicks: ClickRow[]) => {
  await storeClicks(tracking, clicks);
};
const queryOf = (click: ClickRow, given: object = {}) => ({
  clickId: click.clickId,
  campaignId: click.campaignId,
  visitorIds: [],
  byDevice: false,
  from: ago(30 * DAY_MS),
  to: ago(0),
  ...given,
});
const find = async (...queries: object[]) => {
  const { journeys } = await client.call('FindJourneys', { queries }, CALL);
  return journeys.map(({ hasOwn, own, touches }) => ({
    hasOwn,
    own,
    touches: touches.map(({ clickId }) => clickId).sort(),
  }));
};
const idsOf = (...clicks: ClickRow[]) => clicks.map(({ clickId }) => clickId).sort();

describe('the journeys of orders', () => {
  it('have the own click and the campaign’s clicks of its visitors in the period that can earn', async () => {
    const campaignId = await aCampaignUsing(false);
    const of = { campaignId, visitorId: 'visitor-one' };
    const own = aClick({
      ...of,
      occurredAt: ago(HOUR_MS),
      fetchMetadata: { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    });
    const before = aClick({ ...of, occurredAt: ago(DAY_MS), validity: 'duplicate' });
    const other = aClick({ campaignId, visitorId: 'visitor-two', occurredAt: ago(2 * DAY_MS) });
    const excluded = [
      aClick({ ...of, occurredAt: ago(DAY_MS), validity: 'bot' }),
      aClick({ ...of, occurredAt: ago(30 * DAY_MS) }),
      aClick({ ...of, occurredAt: ago(-HOUR_MS) }),
      aClick({ ...of, campaignId: aClick().campaignId, occurredAt: ago(DAY_MS) }),
      aClick({ campaignId, visitorId: 'visitor-three', occurredAt: ago(DAY_MS) }),
    ];
    await store(own, before, other, ...excluded);
    const [alone, joined, later] = await find(
      queryOf(own),
      queryOf(own, { visitorIds: ['visitor-two'] }),
      queryOf(own, { from: ago(2 * HOUR_MS) }),
    );
    expect(alone).toEqual({
      hasOwn: true,
      own: {
        clickId: own.clickId,
        visitorId: 'visitor-one',
        affiliateId: own.affiliateId,
        linkId: own.linkId,
        occurredAt: own.occurredAt,
        navigated: 'yes',
      },
      touches: idsOf(own, before),
    });
    expect(joined?.touches).toEqual(idsOf(own, before, other));
    expect(later?.touches).toEqual(idsOf(own));
  });

  it('share their touches where the caller reads places', async () => {
    const campaignId = await aCampaignUsing(false);
    const of = { campaignId, visitorId: 'visitor-of-many-orders' };
    const clicks = [1, 2, 3].map((hours) => aClick({ ...of, occurredAt: ago(hours * HOUR_MS) }));
    await store(...clicks);
    const queries = clicks.map((click) => queryOf(click));
    const answer = await client.call('FindJourneys', { queries, sharesTouches: true }, CALL);
    const { journeys, touchpoints } = answer;
    expect(touchpoints.map(({ clickId }) => clickId).sort()).toEqual(idsOf(...clicks));
    for (const [index, { own, touches, places }] of journeys.entries()) {
      expect(own?.clickId).toBe(clicks[index]?.clickId);
      expect(touches).toEqual([]);
      expect([...places].sort()).toEqual([0, 1, 2]);
    }
  });

  it('are read from a few hundred of a script’s thousands of clicks', async () => {
    const campaignId = await aCampaignUsing(false);
    const script = Array.from({ length: 3_000 }, (_, index) =>
      aClick({ campaignId, visitorId: 'script', occurredAt: ago(HOUR_MS + index) }),
    );
    const other = aClick({ campaignId, visitorId: 'a-person', occurredAt: ago(HOUR_MS) });
    await store(...script, other);
    const { mongo } = tracking.service.platform;
    const seen = await plansOf(mongo, async () => {
      const [ofScript, ofPerson] = await find(queryOf(script.at(-1)!), queryOf(other));
      expect(ofScript?.touches).toEqual(idsOf(...script.slice(0, 200)));
      expect(ofPerson?.touches).toEqual(idsOf(other));
    });
    const examined = seen.reduce((sum, { docsExamined }) => sum + docsExamined, 0);
    expect(examined).toBeLessThan(600);
  });

  it('are empty for a click that is unknown or cannot earn', async () => {
    const bot = aClick({ validity: 'bot', occurredAt: ago(HOUR_MS) });
    await store(bot);
    const visitorIds = [bot.visitorId];
    const queries = [bot, aClick()].map((click) => queryOf(click, { visitorIds }));
    for (const journey of await find(...queries, queryOf(bot, { clickId: '' }))) {
      expect(journey).toMatchObject({ hasOwn: false, touches: [] });
    }
  });

  it('join the clicks of a device where the campaign uses fingerprints and its order requests them', async () => {
    const device = { ip: '8.8.8.8', userAgent: 'the same' };
    for (const isUsed of [true, false]) {
      const campaignId = await aCampaignUsing(isUsed);
      const given = { ...device, campaignId, occurredAt: ago(HOUR_MS) };
      const [own, same] = [aClick(given), aClick(given)];
      await store(own, same, aClick({ ...given, userAgent: 'another' }));
      const [byDevice, byVisitor] = await find(queryOf(own, { byDevice: true }), queryOf(own));
      expect(new Set(byDevice?.touches)).toEqual(new Set(isUsed ? idsOf(own, same) : idsOf(own)));
      expect(byVisitor?.touches).toEqual(idsOf(own));
    }
  });

  it('join no clicks of erased visitors, who all have the same id', async () => {
    const campaignId = await aCampaignUsing(false);
    const clicks = [1, 2].map(() => aClick({ campaignId, occurredAt: ago(HOUR_MS) }));
    await store(...clicks);
    await tracking.deps[0]!.clicks.eraseVisitors(idsOf(...clicks), null);
    expect(await find(queryOf(clicks[0]!))).toMatchObject([{ hasOwn: true, touches: [] }]);
  });

  it('are found by three queries from an index, however many orders there are', async () => {
    const campaignId = await aCampaignUsing(true);
    const clicks = Array.from({ length: 20 }, () =>
      aClick({ campaignId, occurredAt: ago(HOUR_MS), userAgent: 'agent' }),
    );
    await store(...clicks);
    const { mongo } = tracking.service.platform;
    const seen = await plansOf(mongo, async () => {
      await find(...clicks.map((click) => queryOf(click, { byDevice: true })));
    });
    const plans = seen.filter(({ collection }) => collection === 'clicks');
    expect(plans.map(({ planSummary }) => planSummary).sort()).toEqual([
      'IXSCAN { _id: 1 }',
      'IXSCAN { campaignId: 1, fingerprint: 1, occurredAt: 1 }',
      'IXSCAN { campaignId: 1, visitorId: 1, occurredAt: 1, affiliateId: 1 }',
    ]);
  });

  it('have all clicks that were acknowledged before the call', async () => {
    const campaignId = await aCampaignUsing(false);
    const clicks = Array.from({ length: 6 }, (_, number) =>
      aClick({ campaignId, visitorId: 'visitor-all', occurredAt: ago((number + 1) * HOUR_MS) }),
    );
    const deps = tracking.deps[0]!;
    for (const click of clicks) await deps.publisher.send(clickRecorded(click));
    const [own] = clicks;
    const { journeys } = await eventually(async () => {
      const found = await client.call('FindJourneys', { queries: [queryOf(own!)] }, CALL);
      return !found.journeys[0]!.isIncomplete && found;
    });
    expect(journeys[0]!.touches.map(({ clickId }) => clickId).sort()).toEqual(idsOf(...clicks));
  });

  it('are refused for more than 500 orders or an unreadable time', async () => {
    const query = queryOf(aClick());
    await expect(find(...Array.from({ length: 501 }, () => query))).rejects.toMatchObject({
      code: 'too_many_queries',
    });
    await expect(find({ ...query, from: 'yesterday' })).rejects.toMatchObject({
      code: 'time_unreadable',
    });
  });
});

describe('lists of visits and visitors', () => {
  const since = ago(2 * DAY_MS);

  it('list a campaign’s clicks that can earn, visitor by visitor, each visitor’s oldest first', async () => {
    const campaignId = await aCampaignUsing(false);
    const at = (visitorId: string, hours: number, given: Partial<ClickRow> = {}) =>
      aClick({ campaignId, visitorId, occurredAt: ago(hours * HOUR_MS), ...given });
    const [late, early, other] = [at('b', 1), at('b', 2), at('a', 1)];
    await store(late, early, other, at('a', 3, { validity: 'filtered' }), at('a', 60), aClick());
    const answer = await client.call('ListVisits', { campaignId, since, after: '' }, CALL);
    expect(answer).toEqual({
      visits: [other, early, late].map(({ visitorId, affiliateId }) => ({
        ...{ visitorId, affiliateId },
        ...{ isHeldOut: false, occurredAt: '' },
      })),
      next: '',
    });
    const after = JSON.stringify(['b', Date.parse(early.occurredAt), 1]);
    const next = await client.call('ListVisits', { campaignId, since, after }, CALL);
    expect(next.visits).toMatchObject([{ visitorId: 'b', affiliateId: late.affiliateId }]);
    const wrong = client.call('ListVisits', { campaignId, since, after: 'x' }, CALL);
    await expect(wrong).rejects.toMatchObject({ code: 'position_unreadable' });
  });

  it('list those of held-out visitors as well where they are wanted, with their times', async () => {
    const campaignId = await aCampaignUsing(false);
    const shown = aClick({ campaignId, visitorId: 'a', occurredAt: ago(HOUR_MS) });
    const heldOut = aClick({
      ...shown,
      clickId: aClick().clickId,
      validity: 'held_out',
      visitorId: 'b',
    });
    await store(shown, heldOut);
    const query = { campaignId, since, after: '', withHeldOut: true };
    const { visits } = await client.call('ListVisits', query, CALL);
    expect(visits).toMatchObject([
      { visitorId: 'a', isHeldOut: false, occurredAt: shown.occurredAt },
      { visitorId: 'b', isHeldOut: true, occurredAt: heldOut.occurredAt },
    ]);
  });

  it('list who made clicks that can earn, under the pseudonyms of the counts', async () => {
    const deps = tracking.deps[0]!;
    const seen = aClick({ occurredAt: ago(HOUR_MS), ip: '2003:c0::1' });
    const hidden = aClick({ occurredAt: ago(HOUR_MS), ip: '10.0.0.1' });
    const bot = aClick({ occurredAt: ago(HOUR_MS), validity: 'bot' });
    await store(seen, hidden, bot);
    const { visitors, next } = await client.call('ListVisitors', { since, after: '' }, CALL);
    const affiliateIds = [seen, hidden, bot].map(({ affiliateId }) => affiliateId);
    const own = visitors.filter(({ affiliateId }) => affiliateIds.includes(affiliateId));
    expect([own, next]).toEqual([
      [
        {
          campaignId: seen.campaignId,
          affiliateId: seen.affiliateId,
          occurredAt: seen.occurredAt,
          visitor: deps.hashVisitor(seen.visitorId),
          address: deps.findLine('2003:c0::ffff').address,
        },
      ],
      '',
    ]);
  });
});
