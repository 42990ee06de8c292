import { randomUUIDv7 } from 'node:crypto';
import { openCollections, openMongo, transactionOf } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { type ClickMinute } from '../domain/click-minute.ts';
import { noTraits } from '../domain/rollup.ts';
import { campaignDays } from '../store/audit-store.ts';
import { type Collections, collections as declared } from '../store/collections.ts';
import { snapshotOf, storesOf } from '../store/stores.ts';
import { withRebuildLease } from './rebuild-lease.ts';
import { rebuildSums } from './rebuild-sums.ts';

const DAY = new Date('2026-05-01T00:00:00.000Z');
const NOW = new Date('2026-05-02T00:00:00.000Z');
const LINKS = 30;
const MINUTES = 200;
/** Clicks of a link in a minute, each with a value of its own. */
const CLICKS = 5;
/** Of a link: its day, the four hours of its minutes, its keywords, one country and one device. */
const SUMS = 1 + 4 + MINUTES * CLICKS + 1 + 1;
/** It recounts the day three times. */
const LIMIT_MS = 120_000;

let mongo: Awaited<ReturnType<typeof openMongo>>;
let collections: Collections;
beforeAll(async () => {
  const env = testEnv({});
  const database = `${env['NAMESPACE'] ?? ''}rebuild`;
  const log = openLog('analytics', 'error');
  mongo = await openMongo({ url: env['MONGO_URL'] ?? '', database, log });
  collections = await openCollections(mongo.connection, declared);
});
afterAll(() => mongo.close());

/** A minute of a link whose visitors came by different keywords. */
const aMinute = (linkId: string, campaignId: string, minute: number): ClickMinute => ({
  at: new Date(DAY.getTime() + minute * MINUTE_MS),
  ...{ affiliateId: 'a', brandId: 'b', campaignId, linkId },
  ...{ unique: CLICKS, duplicate: 0, invalid: 0 },
  traits: Array.from({ length: CLICKS }, (_, index) => ({
    ...noTraits,
    utm: { ...noTraits.utm, term: String(minute * CLICKS + index) },
    ...{ unique: 1, duplicate: 0, invalid: 0 },
  })),
});

/** Rebuilds with transactions of the service's usual limit; `mayBegin` is called before each. */
const rebuild = (repair: boolean, mayBegin: () => void = () => undefined) =>
  rebuildSums({
    snapshot: snapshotOf(mongo, collections),
    transaction: transactionOf(mongo, (session) => storesOf(collections, session)),
    days: campaignDays(collections),
    now: NOW,
    repair,
    requireLease: mayBegin,
  });

const uniqueClicks = async (): Promise<number> => {
  const first = { at: DAY, further: false };
  const sheets = await collections.clickDays.find(first).toArray();
  return sheets.reduce((sum, { unique = 0 }) => sum + unique, 0);
};

it(
  'corrects a campaign’s day of 30,000 clicks in bounded transactions, and continues after a crash',
  async () => {
    const campaignId = randomUUIDv7();
    for (let link = 0; link < LINKS; link += 1) {
      const linkId = `link-${String(link)}`;
      const minutes = Array.from({ length: MINUTES }, (_, minute) =>
        aMinute(linkId, campaignId, minute),
      );
      await collections.clickMinutes.insertMany(minutes);
    }
    const all = LINKS * MINUTES * CLICKS;
    expect(all).toBe(30_000);
    let begun = 0;
    const crashing = rebuild(true, () => {
      begun += 1;
      if (begun > 10) throw new Error('crashed');
    });
    await expect(crashing).rejects.toThrow('crashed');
    begun = 0;
    const rest = await rebuild(true, () => {
      begun += 1;
    });
    // Ten transactions of a thousand sums were kept.
    expect(rest).toMatchObject({
      repaired: true,
      days: 1,
      facts: all,
      wrongSums: LINKS * SUMS - 10_000,
    });
    expect(begun).toBe(Math.ceil(rest.wrongSums / 1_000));
    expect(await rebuild(false)).toMatchObject({ same: true, facts: all });
    expect(await uniqueClicks()).toBe(all);
  },
  LIMIT_MS,
);

it('runs one rebuild at a time, because two would both add what a sum lacks', async () => {
  const refused = withRebuildLease(mongo, () => withRebuildLease(mongo, () => Promise.resolve()));
  await expect(refused).rejects.toThrow('another rebuild is running');
  const next = withRebuildLease(mongo, (requireLease) => {
    requireLease();
    return Promise.resolve('done');
  });
  expect(await next).toBe('done');
});
