/**
 * `node services/tracking/src/cli/measure-lists.ts [--conversions 1000000]`: fills a database of its own with
 * conversions of one brand, measures each list as the API asks for it, counts included, and drops the
 * database again. Prints milliseconds.
 */
import { parseArgs } from 'node:util';
import { ensureCollections, openMongo } from '@tributary/mongo';
import { newId, openLog } from '@tributary/service';
import { conversionLists } from '../store/conversion-lists.ts';
import { type Models, openModels } from '../store/models.ts';

const PIECE = 5_000;
const TIMES = 40;
const BRAND = newId();
const CAMPAIGNS = Array.from({ length: 5 }, newId);
const AFFILIATES = Array.from({ length: 50 }, newId);
const STATUSES = ['pending', 'approved', 'approved', 'approved', 'rejected'] as const;

const { values } = parseArgs({ options: { conversions: { type: 'string', default: '1000000' } } });

function documentAt(index: number): object {
  const at = new Date(Date.UTC(2026, 0, 1) + index * 10_000);
  const affiliateId = AFFILIATES[index % AFFILIATES.length];
  return {
    _id: newId(),
    brandId: BRAND,
    campaignId: CAMPAIGNS[index % CAMPAIGNS.length],
    affiliateId,
    affiliateIds: [affiliateId],
    orderId: `order-${String(index)}`,
    transactionId: `tx-${String(index)}`,
    source: 'direct',
    type: index % 100 === 0 ? 'lead' : 'sale',
    status: STATUSES[index % STATUSES.length],
    valueMinor: (index % 300) * 100,
    orderValue: index % 300,
    refundedMinor: 0,
    currency: 'USD',
    terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
    requiresReview: index % 200 === 0,
    unpayableReason: null,
    products: [],
    commissions: [],
    adjustments: [],
    convertedAt: at,
    createdAt: at,
  };
}

async function fill({ conversions }: Models, count: number): Promise<void> {
  for (let start = 0; start < count; start += PIECE) {
    const size = Math.min(PIECE, count - start);
    const documents = Array.from({ length: size }, (_, index) => documentAt(start + index));
    await conversions.collection.insertMany(documents, { ordered: false });
  }
}

const byBrand = { brandId: BRAND };
const cases = {
  all: [byBrand, {}],
  pending: [byBrand, { status: 'pending' }],
  'of a campaign': [byBrand, { campaignId: CAMPAIGNS[0] }],
  'of an affiliate': [byBrand, { affiliateId: AFFILIATES[0] }],
  flagged: [byBrand, { requiresReview: true }],
  leads: [byBrand, { type: 'lead' }],
  'of a month': [byBrand, { from: new Date('2026-02-01'), to: new Date('2026-03-01') }],
  'of some value': [byBrand, { minValue: 100, maxValue: 200 }],
  'of a day long ago': [byBrand, { from: new Date('2026-01-02'), to: new Date('2026-01-03') }],
  'of no value there is': [byBrand, { minValue: 100_000 }],
  'of a campaign, none': [byBrand, { campaignId: CAMPAIGNS[0], status: 'reversed' }],
  'an affiliate’s own': [{ affiliateIds: AFFILIATES[1] ?? '' }, {}],
  'the same, none': [{ affiliateIds: AFFILIATES[1] ?? '' }, { status: 'reversed' }],
} as const;

async function measure(models: Models): Promise<void> {
  const lists = conversionLists(models);
  for (const [name, [owner, filter]] of Object.entries(cases)) {
    const took: number[] = [];
    for (let round = 0; round < TIMES; round += 1) {
      const started = performance.now();
      await lists.list(owner, filter, { skip: (round % 10) * 50, limit: 50 });
      took.push(performance.now() - started);
    }
    const [first = 0] = took;
    const sorted = took.slice(1).sort((a, b) => a - b);
    const at = (share: number): string =>
      (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
    process.stdout.write(
      `${name.padEnd(20)} p50 ${at(0.5).padStart(7)}  p95 ${at(0.95).padStart(7)}  first ${first.toFixed(1)}\n`,
    );
  }
}

const log = openLog('tracking', 'error');
const url = process.env['MONGO_URL'] ?? '';
const mongo = await openMongo({ url, database: `measure_lists_${String(process.pid)}`, log });
try {
  const models = openModels(mongo.connection);
  await ensureCollections(mongo.connection, Object.values(models));
  await fill(models, Number(values.conversions));
  await measure(models);
} finally {
  await mongo.connection.dropDatabase();
  await mongo.close();
}
