import {
  clickAnnounced,
  clickBatch,
  clickRecorded,
  type ClickRow,
  clicksCounted,
  clicksRecorded,
  paidClicksRecorded,
} from '@tributary/contracts';
import { aCampaign, aClick, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { encodeClicks } from '../../domain/click-batch.ts';
import { partsOfRow } from '../../domain/click-parts.ts';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { projectClicks } from './project-clicks.ts';

let tracking: Tracking;
let probe: EventProbe;
beforeAll(async () => {
  tracking = await openTracking({}, 2);
  probe = await openEventProbe(tracking.env, [
    'tracking.click-counts',
    'tracking.paid-clicks',
    'tracking.announced-clicks',
  ]);
});
afterAll(async () => {
  await probe.close();
  await tracking.close();
});

const rows = () => tracking.collection('clicks');
const isoAgo = (ms: number) => new Date(Date.now() - ms).toISOString();
const now = () => isoAgo(0);

/** A campaign's clicks of now. */
const someClicks = (count: number, given: Partial<ClickRow> = {}): ClickRow[] => {
  const { linkId, campaignId, affiliateId, brandId } = aClick();
  const shared = { linkId, campaignId, affiliateId, brandId, occurredAt: now(), ...given };
  return Array.from({ length: count }, () => aClick(shared));
};

const countsOf = (linkId: string) =>
  probe
    .events(clicksCounted)
    .flatMap(({ data }) => data.counts)
    .filter((count) => count.linkId === linkId);
const totalOf = (linkId: string): number =>
  countsOf(linkId).reduce((sum, one) => sum + one.unique + one.duplicate + one.invalid, 0);

/** Waits until all of a link are counted, and until a later click is counted as well. */
async function expectCounted(linkId: string, count: number): Promise<void> {
  await eventually(() => totalOf(linkId) >= count);
  const [last] = someClicks(1);
  await projectClicks(tracking.deps[0]!)([last!]);
  await eventually(() => totalOf(last!.linkId) === 1);
  expect(totalOf(linkId)).toBe(count);
  expect(await rows().countDocuments({ linkId })).toBe(count);
}

describe('the projection of clicks', () => {
  it('stores the clicks of the log and counts each once, in few transactions', async () => {
    const clicks = someClicks(600, { country: 'DE' });
    const { linkId } = clicks[0]!;
    await probe.publish(...clicks.map((click) => clickRecorded(click)));
    await expectCounted(linkId, 600);
    expect(countsOf(linkId).length).toBeLessThan(60);
    for (const { traits } of countsOf(linkId)) {
      expect(traits).toMatchObject([{ country: 'DE', device: 'desktop', browser: 'Chrome' }]);
    }
    const stored = await rows().findOne({ _id: clicks[0]!.clickId });
    expect(Object.keys(stored ?? {})).not.toEqual(
      expect.arrayContaining(['referrer', 'utm', 'subIds', 'city', 'isBot']),
    );
  });

  it('stores the clicks of partitions that come together in one transaction', async () => {
    const [one, other, broken] = [someClicks(3), someClicks(2), someClicks(1)];
    const project = projectClicks(tracking.deps[0]!);
    await Promise.all([project(one), project(other)]);
    await expectCounted(other[0]!.linkId, 2);
    const events = probe
      .events(clicksCounted)
      .filter(({ data }) => data.counts.some(({ linkId }) => linkId === one[0]!.linkId));
    expect(events).toHaveLength(1);
    expect(events[0]!.data.counts.map(({ linkId }) => linkId)).toContain(other[0]!.linkId);
    // A part that cannot be stored fails no other.
    const apart = someClicks(2);
    const outcomes = await Promise.allSettled([
      project(apart),
      project([{ ...broken[0]!, occurredAt: 'never' }]),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expectCounted(apart[0]!.linkId, 2);
  });

  it('stores the clicks of batches, and leaves out a batch with an incomplete click', async () => {
    const clicks = someClicks(40, { country: 'DE', referrer: 'https://blog.example.com/ü' });
    const { linkId } = clicks[0]!;
    const batchOf = (some: readonly ClickRow[]) =>
      clickBatch.parse(JSON.parse(encodeClicks(some.map(partsOfRow))));
    const incomplete = batchOf(someClicks(2, { linkId }));
    await probe.publish(
      clicksRecorded(batchOf(clicks.slice(0, 20))),
      clicksRecorded({ ...incomplete, clicks: [incomplete.clicks[0], ['no click']] }),
      clicksRecorded(batchOf(clicks.slice(20))),
    );
    await expectCounted(linkId, 40);
    const click = await tracking.deps[0]!.clicks.find(clicks[39]!.clickId);
    expect(click).toMatchObject({ linkId, ip: clicks[39]!.ip, referrer: clicks[39]!.referrer });
  });

  it('counts a click once, however often it comes, alone and among new ones', async () => {
    const [first, second] = tracking.deps.map(projectClicks);
    const clicks = someClicks(50);
    const { linkId } = clicks[0]!;
    await first!([...clicks.slice(0, 20), ...clicks.slice(10, 20)]);
    await second!(clicks.slice(0, 20));
    await second!(clicks);
    await first!(clicks);
    await expectCounted(linkId, 50);
  });

  it('counts a click once where two instances have its partition', async () => {
    const projections = tracking.deps.map(projectClicks);
    const clicks = someClicks(300);
    for (let at = 0; at < 300; at += 50) {
      // Batches that overlap, as after a rebalance.
      const batches = [clicks.slice(at, at + 50), clicks.slice(Math.max(0, at - 25), at + 40)];
      const writes = batches.flatMap((batch) => projections.map((project) => project(batch)));
      await Promise.all(writes);
    }
    await expectCounted(clicks[0]!.linkId, 300);
  });

  it('counts nothing of a batch that was not stored, and stores none that was not counted', async () => {
    const deps = tracking.deps[0]!;
    const clicks = someClicks(5);
    const { linkId } = clicks[0]!;
    const interrupted = projectClicks({
      ...deps,
      transaction: (work) =>
        deps.transaction(async (scope) => {
          await work(scope);
          throw new Error('stopped before the commit');
        }),
    });
    await expect(interrupted(clicks)).rejects.toThrow('stopped');
    expect(await rows().countDocuments({ linkId })).toBe(0);
    const answerLost = projectClicks({
      ...deps,
      transaction: async (work) => {
        await deps.transaction(work);
        throw new Error('stopped after the commit');
      },
    });
    await expect(answerLost(clicks)).rejects.toThrow('stopped');
    await projectClicks(deps)(clicks);
    await expectCounted(linkId, 5);
  });

  it('stores more clicks than fit into one transaction, with long texts', async () => {
    const long = 'ü'.repeat(200);
    const utm = { source: long, medium: long, campaign: long, term: long, content: null };
    const clicks = someClicks(2_500).map((click, at) => ({
      ...click,
      utm: { ...utm, content: String(at) },
    }));
    await projectClicks(tracking.deps[0]!)(clicks);
    await expectCounted(clicks[0]!.linkId, 2_500);
  });

  it('publishes the clicks of campaigns that pay for them, each once', async () => {
    const traffic = { visitor: 'signed' as const, addressHash: 'hash', doubt: null };
    const [free, paid] = [someClicks(3), someClicks(3, { traffic })];
    const project = projectClicks(tracking.deps[0]!);
    await project([...free, ...paid]);
    await project(paid);
    await expectCounted(paid[0]!.linkId, 3);
    const published = probe.events(paidClicksRecorded).flatMap(({ data }) => data.clicks);
    const own = published.filter(({ campaignId }) =>
      [free[0]!.campaignId, paid[0]!.campaignId].includes(campaignId),
    );
    expect(own.map(({ clickId }) => clickId).sort()).toEqual(
      paid.map(({ clickId }) => clickId).sort(),
    );
    expect(own[0]).toMatchObject({ traffic, isUnique: true, validity: 'valid' });
  });

  it('announces the clicks of accounts that subscribe to them, and those of all while webhook is away', async () => {
    const project = projectClicks(tracking.deps[0]!);
    const [ofAffiliate, ofBrand, ofNobody] = [someClicks(2), someClicks(1), someClicks(3)];
    const all = [...ofAffiliate, ...ofBrand, ...ofNobody];
    tracking.others.clickSubscribers = [ofAffiliate[0]!.affiliateId, ofBrand[0]!.brandId];
    await project(all);
    await project(all);
    tracking.others.isWebhookUnavailable = true;
    const later = someClicks(1, { occurredAt: isoAgo(-1_000) });
    await project(later);
    tracking.others.isWebhookUnavailable = false;
    await expectCounted(ofNobody[0]!.linkId, 3);
    await probe.waitFor(clickAnnounced, ({ clickId }) => clickId === later[0]!.clickId);
    const own = new Set([...all, ...later].map(({ clickId }) => clickId));
    const announced = probe.events(clickAnnounced).map(({ data }) => data.clickId);
    expect(announced.filter((clickId) => own.has(clickId)).sort()).toEqual(
      [...ofAffiliate, ...ofBrand, ...later].map(({ clickId }) => clickId).sort(),
    );
  });

  it('counts visitors and addresses under pseudonyms, where the address is public', async () => {
    const visit = { visitorId: 'the-visitor-of-this-test', ip: '2003:c0::1' };
    const [seen] = someClicks(1, visit);
    const same = { ...seen!, clickId: aClick().clickId, ip: '2003:c0::2' };
    const hidden = { ...seen!, clickId: aClick().clickId, visitorId: 'other', ip: '10.0.0.1' };
    const bot = { ...seen!, ...someClicks(1)[0]!, linkId: seen!.linkId, validity: 'bot' as const };
    await projectClicks(tracking.deps[0]!)([seen!, same, hidden, bot]);
    await expectCounted(seen!.linkId, 4);
    const evidence = countsOf(seen!.linkId).map((count) => count.evidence);
    const pseudonym = expect.stringMatching(/^[\w-]{11}$/) as string;
    const visitors = new Set(evidence.flatMap((one) => one.visitors));
    const addresses = new Set(evidence.flatMap((one) => one.addresses));
    expect([[...visitors], [...addresses]]).toEqual([[pseudonym], [pseudonym]]);
  });

  it('recognises devices only for campaigns that use fingerprints', async () => {
    const [using, other] = [aCampaign(), aCampaign()];
    const attribution = { ...using.attribution, fingerprintingEnabled: true };
    await tracking.deps[0]!.transaction(({ campaigns }) =>
      campaigns.save({ ...using, attribution }),
    );
    const ofUsing = [
      ...someClicks(2, { campaignId: using.campaignId, ip: '8.8.8.8' }),
      ...someClicks(1, { campaignId: using.campaignId, userAgent: ' ' }),
      ...someClicks(1, { campaignId: using.campaignId, validity: 'bot' }),
    ];
    const ofOther = someClicks(1, { campaignId: other.campaignId });
    await projectClicks(tracking.deps[0]!)([...ofUsing, ...ofOther]);
    const ids = [...ofUsing, ...ofOther].map(({ clickId }) => clickId);
    const found = await Promise.all(ids.map((_id) => rows().findOne({ _id })));
    const [first, second, ...none] = found.map((row) => row?.['fingerprint']);
    expect(first).toMatch(/^[\w-]{22}$/);
    expect([second, none]).toEqual([first, [undefined, undefined, undefined]]);
  });

  it('stores no address that is due for deletion', async () => {
    const [late] = someClicks(1, { occurredAt: isoAgo(90 * DAY_MS) });
    await projectClicks(tracking.deps[0]!)([late!]);
    const stored = await rows().findOne({ _id: late!.clickId });
    expect(stored).toMatchObject({ linkId: late!.linkId });
    expect(Object.keys(stored ?? {})).not.toContain('ip');
    expect(Object.keys(stored ?? {})).not.toContain('userAgent');
  });
});
