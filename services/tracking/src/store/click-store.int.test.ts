import { type ClickRow } from '@tributary/contracts';
import { type Mongo, openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { aClick, plansOf, testEnv } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { isCountable } from '../domain/click.ts';
import { type ClickStore, clickStore, privateUntil } from './click-store.ts';
import { type ClickDocument, type Collections, collections as declared } from './collections.ts';

const START = Date.parse('2026-05-01T12:00:00.000Z');
const at = (ms: number) => new Date(START + ms).toISOString();

let mongo: Mongo;
let collections: Collections;
let store: ClickStore;
beforeEach(async () => {
  const env = testEnv({});
  mongo = await openMongo({
    url: env['MONGO_URL'] ?? '',
    database: `${env['NAMESPACE'] ?? ''}clicks`,
    log: openLog('tracking', 'error'),
  });
  collections = await openCollections(mongo.connection, declared);
  store = clickStore(collections);
});
afterEach(() => mongo.close());

const insert = (...clicks: ClickRow[]) =>
  store.insert(
    clicks.map((click) => ({ click, occurredAt: new Date(click.occurredAt), fingerprint: null })),
    new Date(START),
  );

/** Stores clicks as the version before did. */
const insertAsBefore = async (...clicks: ClickRow[]) => {
  await collections.clicks.insertMany(clicks.map(earlierDocumentOf));
};

function earlierDocumentOf({ clickId, ...row }: ClickRow): ClickDocument {
  const occurredAt = new Date(row.occurredAt);
  const more = { countable: isCountable(row), privateUntil: privateUntil(occurredAt) };
  return { ...row, _id: clickId, occurredAt, ...more };
}

describe('a stored click', () => {
  it('is read as it was recorded, also where the version before stored it', async () => {
    const clicks = [
      aClick({ occurredAt: at(0) }),
      aClick({
        occurredAt: at(1),
        validity: 'bot',
        isBot: true,
        isUnique: false,
        referrer: 'https://example.com/',
        utm: { source: 'mail', medium: null, campaign: null, term: null, content: 'a' },
        subIds: { sub1: '' },
        region: 'BE',
        city: 'Berlin',
      }),
    ];
    await insert(...clicks);
    const earlier = clicks.map((click) => ({ ...click, clickId: aClick().clickId }));
    await insertAsBefore(...earlier);
    for (const click of [...clicks, ...earlier]) {
      const { fetchMetadata: _metadata, ...expected } = click;
      expect(await store.find(click.clickId)).toEqual(expected);
    }
  });
});

describe('the unique clicks of an affiliate', () => {
  it('are counted in a period, and of a campaign, from the index alone', async () => {
    const clicks = Array.from({ length: 40 }, (_, index) =>
      aClick({
        affiliateId: 'affiliate',
        campaignId: index % 2 === 0 ? 'even' : 'odd',
        validity: index % 4 === 0 ? 'duplicate' : 'valid',
        occurredAt: at(index),
      }),
    );
    await insert(...clicks, aClick({ occurredAt: at(20) }));
    const period = { start: new Date(START + 10), end: new Date(START + 30) };
    const counts: number[] = [];
    const seen = await plansOf(mongo, async () => {
      counts.push(await store.countUnique('affiliate', period));
      counts.push(await store.countUnique('affiliate', { ...period, campaignId: 'even' }));
    });
    expect(counts).toEqual([15, 5]);
    expect(seen.map(({ docsExamined }) => docsExamined)).toEqual([0, 0]);
    for (const { keysExamined } of seen) expect(keysExamined).toBeLessThan(60);
  });
});

describe('the deletion of addresses', () => {
  const withAddress = () => collections.clicks.countDocuments({ ip: { $exists: true } });

  it('takes those of all clicks past their retention, in steps, and of no other', async () => {
    // Several clicks have the same time.
    const clicks = Array.from({ length: 25 }, (_, index) =>
      aClick({ occurredAt: at(Math.floor(index / 4)) }),
    );
    await insert(...clicks.slice(0, 20));
    await insertAsBefore(...clicks.slice(20));
    await store.eraseVisitors([clicks[3]!.clickId], null);
    await insert(aClick({ occurredAt: at(10) }));
    const now = new Date(START + 9 + 90 * DAY_MS);
    for (let step = 0; step < 10; step += 1) await store.forgetPrivate(now, 5);
    expect(await withAddress()).toBe(1);
    expect(await store.forgetPrivate(now, 5)).toBe(0);
    const forgotten = await store.find(clicks[24]!.clickId);
    expect(forgotten).toMatchObject({ ip: '', userAgent: '', visitorId: clicks[24]!.visitorId });
    expect(await store.forgetPrivate(new Date(now.getTime() + 1), 5)).toBe(1);
    expect(await withAddress()).toBe(0);
  });

  it('reads the clicks of its step alone', async () => {
    const seen = await plansOf(mongo, async () => {
      await store.forgetPrivate(new Date(START), 10);
    });
    const plans = seen.map(({ collection, planSummary }) => `${collection} ${planSummary}`);
    expect(plans).toContain('clicks IXSCAN { occurredAt: 1 }');
  });
});
