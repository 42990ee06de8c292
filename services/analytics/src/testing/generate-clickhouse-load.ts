/**
 * Measures the figures in ClickHouse, in this process and on one thread: generates clicks, each a count of its own,
 * which is the most rows that clicks can be; one order in a hundred clicks, each with a commission; then closes the
 * days and reads the reports of every brand.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { DAY_MS } from '@tributary/units';
import { noTraits } from '../domain/rollup.ts';
import { clickHouseBrandReports } from '../store/clickhouse/brand-reports.ts';
import { type ClickHouse, newToken } from '../store/clickhouse/client.ts';
import { closedDaysOf } from '../store/clickhouse/closed-days.ts';
import { clickHouseFigures } from '../store/clickhouse/figures.ts';
import { minuteRows } from '../store/clickhouse/rows.ts';
import { createTables } from '../store/clickhouse/schema.ts';
import { openChdb } from './open-clickhouse.ts';

const USAGE = `Options of the measurement: --clicks N (millions, 10), --days N (90), --brands N (200), --minutes N: begin
no further million of clicks after so many minutes (20), --data DIRECTORY (a new one, removed afterwards)`;

const { values } = parseArgs({
  options: {
    clicks: { type: 'string', default: '10' },
    days: { type: 'string', default: '90' },
    brands: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '20' },
    data: { type: 'string' },
    help: { type: 'boolean' },
  },
});

const MILLION = 1_000_000;
const END_MS = Date.UTC(2026, 5, 1);
const days = Number(values.days);
const startS = END_MS / 1_000 - days * 86_400;
const now = () => new Date(END_MS + DAY_MS * 2);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1_000).toFixed(1);

/** Random numbers that stay the same; \`n\` differs by column. */
const random = (column: number): string =>
  `(cityHash64(number, ${String(column)}) % 1000003 / 1000003)`;
const uuid = (text: string): string => `reinterpretAsUUID(sipHash128(${text}))`;
const oneOf = (column: number, names: readonly string[]): string =>
  `[${names.join(', ')}][1 + toUInt32(${String(names.length)} * pow(${random(column)}, 2))]`;

const BRAND = `toUInt32(${values.brands} * pow(${random(1)}, 2.5))`;
const CAMPAIGN = `concat(toString(${BRAND}), 'c', toString(cityHash64(number, 2) % 5))`;
/** Forty affiliates of each campaign, of five thousand. */
const AFFILIATE = `toString((cityHash64(${CAMPAIGN}) + 97 * toUInt32(40 * pow(${random(3)}, 2))) % 5000)`;
const LINK = `concat(${CAMPAIGN}, 'l', ${AFFILIATE})`;
const OWNERS = [
  uuid(`concat('b', toString(${BRAND}))`),
  ...[CAMPAIGN, `concat('a', ${AFFILIATE})`, LINK].map(uuid),
];
const TRAITS = [
  oneOf(4, ['NULL', `'newsletter'`, `'blog'`, `'instagram'`, `'youtube'`, `'google'`]),
  oneOf(5, ['NULL', `'email'`, `'cpc'`, `'social'`]),
  `if(${random(6)} < 0.4, NULL, concat('campaign-', toString(cityHash64(number, 7) % 60)))`,
  ...['NULL', 'NULL'],
  oneOf(
    8,
    ['US', 'DE', 'GB', 'FR', 'IN', 'BR', 'JP', 'NL', 'ES', 'IT'].map((name) => `'${name}'`),
  ),
  oneOf(
    9,
    ['Chrome', 'Safari', 'Edge', 'Firefox'].map((name) => `'${name}'`),
  ),
  oneOf(
    10,
    ['mobile', 'desktop', 'tablet'].map((name) => `'${name}'`),
  ),
];
const TRAIT_NAMES =
  'utm_source, utm_medium, utm_campaign, utm_term, utm_content, country, browser, device';
const OWNER_NAMES = 'brand_id, campaign_id, affiliate_id, link_id';

/** Counts in the order of time, two hundred in an event. */
const clicksSql = (from: number, total: number): string => `
  INSERT INTO click_counts (${OWNER_NAMES}, minute, ${TRAIT_NAMES}, event, unique_clicks, duplicate_clicks, invalid_clicks, refused_clicks)
  SELECT ${OWNERS.join(', ')},
    toStartOfMinute(toDateTime(${String(startS)} + intDiv(number * ${String(days * 86_400)}, ${String(total)}), 'UTC')),
    ${TRAITS.join(', ')}, cityHash64(intDiv(number, 200)),
    ${random(11)} < 0.75, ${random(11)} >= 0.75 AND ${random(11)} < 0.9, ${random(11)} >= 0.9, 0
  FROM numbers(${String(from)}, ${String(MILLION)}) SETTINGS insert_deduplication_token = '${newToken()}'`;

const factsSql = (
  table: string,
  { columns, amounts }: { columns: string; amounts: string },
  from: number,
  total: number,
): string => `
  INSERT INTO ${table} (${OWNER_NAMES}, id, converted_at, order_id, status, currency, ${TRAIT_NAMES}, version, is_deleted, ${columns})
  SELECT ${OWNERS.join(', ')}, ${uuid(`concat('${table}', toString(number))`)},
    fromUnixTimestamp64Milli(toInt64(1000 * (${String(startS)} + intDiv(number * ${String(days * 86_400)}, ${String(total)}))), 'UTC'),
    concat('order-', toString(number)), 'approved', 'USD', ${TRAITS.join(', ')}, 2, 0, ${amounts}
  FROM (SELECT number * 100 AS number FROM numbers(${String(from / 100)}, ${String(MILLION / 100)}))
  SETTINGS insert_deduplication_token = '${newToken()}'`;

async function generate(clickHouse: ClickHouse, millions: number): Promise<number> {
  const begun = performance.now();
  const total = millions * MILLION;
  for (let from = 0; from < total; from += MILLION) {
    if (performance.now() - begun > Number(values.minutes) * 60_000) return from;
    await clickHouse.run(clicksSql(from, total));
    const orders = {
      columns: 'value_minor, refunded_minor',
      amounts: 'cityHash64(number, 12) % 20000, 0',
    };
    const commissions = {
      columns: 'conversion_id, amount_minor, paid_minor',
      amounts: `${uuid(`concat('conversions', toString(number))`)}, cityHash64(number, 12) % 2000, 0`,
    };
    await clickHouse.run(factsSql('conversions', orders, from, total));
    await clickHouse.run(factsSql('commissions', commissions, from, total));
  }
  return total;
}

interface Took {
  readonly what: string;
  readonly ms: number;
}

async function timed(what: string, work: () => Promise<unknown>): Promise<Took> {
  const begun = performance.now();
  await work();
  return { what, ms: performance.now() - begun };
}

async function readReports(
  clickHouse: ClickHouse,
  brandId: string,
  campaignId: string,
): Promise<Took[]> {
  const figures = clickHouseFigures(clickHouse, closedDaysOf(clickHouse, { now }));
  const reports = clickHouseBrandReports(clickHouse);
  const currency = 'USD';
  const month = { start: new Date(END_MS - 30 * DAY_MS), end: new Date(END_MS) };
  const all = { start: new Date(startS * 1_000), end: new Date(END_MS) };
  const page = { skip: 0, limit: 50 };
  const scope = { brandId, campaignId };
  const interval = 'day' as const;
  const affiliates = (period: typeof month) => ({
    scope: { brandId },
    period,
    currency,
    by: 'affiliate' as const,
  });
  const amounts =
    (kind: 'conversions' | 'commissions' | 'payouts_due', period: typeof month) => async () => {
      await reports.list({ kind, brandId, period, currency }, page);
      await reports.total({ kind, brandId, period, currency });
    };
  return [
    await timed('campaign, 30 days by day', () =>
      figures.series(scope, month, { currency, interval }),
    ),
    await timed('campaign, a day by hour', () =>
      figures.series(
        scope,
        { start: new Date(END_MS - DAY_MS), end: new Date(END_MS) },
        { currency, interval: 'hour' },
      ),
    ),
    await timed('affiliates, 30 days', () => figures.listWithTotals(affiliates(month), page)),
    await timed('affiliates, all time', () => figures.listWithTotals(affiliates(all), page)),
    await timed('conversions, 30 days', amounts('conversions', month)),
    await timed('commissions, 30 days', amounts('commissions', month)),
    await timed('payouts due', amounts('payouts_due', all)),
  ];
}

const percentile = (sorted: readonly number[], part: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);

function printTimes(name: string, took: readonly Took[]): void {
  const ms = took.map((one) => one.ms).toSorted((a, b) => a - b);
  print(
    `  ${name}: median ${percentile(ms, 0.5)}, p95 ${percentile(ms, 0.95)}, most ${percentile(ms, 1)} ms`,
  );
}

async function measureReports(clickHouse: ClickHouse): Promise<void> {
  const brands = await clickHouse.rows<{ id: string; campaign: string; clicks: number }>(
    `SELECT toString(brand_id) AS id, toString(any(campaign_id)) AS campaign, count() AS clicks
     FROM click_counts GROUP BY brand_id ORDER BY clicks DESC`,
  );
  print(`brands ${String(brands.length)}, the largest with ${String(brands[0]?.clicks)} clicks`);
  const took: Took[] = [];
  for (const { id, campaign } of brands)
    took.push(...(await readReports(clickHouse, id, campaign)));
  printTimes('all reports of all brands', took);
  for (const [what, some] of Object.entries(Object.groupBy(took, (one) => one.what))) {
    printTimes(what, some ?? []);
  }
  const [largest] = brands;
  if (largest === undefined) return;
  for (const one of await readReports(clickHouse, largest.id, largest.campaign)) {
    print(`  the largest brand, ${one.what}: ${one.ms.toFixed(0)} ms`);
  }
}

async function printSizes(clickHouse: ClickHouse, clicks: number): Promise<void> {
  const sizes = await clickHouse.rows<{ name: string; bytes: number; rows: number; parts: number }>(
    `SELECT table AS name, sum(bytes_on_disk) AS bytes, sum(rows) AS rows, count() AS parts FROM system.parts
     WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
  );
  for (const { name, bytes, rows, parts } of sizes) {
    print(
      `  ${name}: ${String(rows)} rows, ${String(parts)} parts, ${(bytes / clicks).toFixed(1)} bytes a click`,
    );
  }
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  print(`bytes a click, all tables: ${(all / clicks).toFixed(1)}`);
}

/** The rows of counts that the service inserts in a second, as it does in a rebuild. */
async function measureInserts(clickHouse: ClickHouse): Promise<void> {
  const ROWS = 50_000;
  const BATCHES = 10;
  const owner = () => crypto.randomUUID();
  const begun = performance.now();
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const [brandId, campaignId] = [owner(), owner()];
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const counts = { unique: 1, duplicate: 0, invalid: 0 };
      const at = new Date(END_MS - index * 60_000);
      const about = { brandId, campaignId, affiliateId: brandId, linkId: campaignId, at };
      return minuteRows(
        { ...about, ...counts, traits: [{ ...noTraits, ...counts }] },
        `${campaignId}${String(index)}`,
      );
    });
    await clickHouse.insert('click_counts', rows.flat());
  }
  const took = (performance.now() - begun) / 1_000;
  print(
    `rows that the service writes and ClickHouse takes: ${((ROWS * BATCHES) / took).toFixed(0)} a second`,
  );
}

async function main(): Promise<void> {
  const installed = process.env['CHDB_FOLDER'] ?? '';
  const data = values.data ?? mkdtempSync(join(tmpdir(), 'chdb-'));
  const clickHouse = await openChdb({ installed, data }, 'measured');
  try {
    await createTables(clickHouse);
    let begun = performance.now();
    const clicks = await generate(clickHouse, Number(values.clicks));
    print(`generated ${String(clicks)} clicks in ${seconds(begun)} s`);
    begun = performance.now();
    await closedDaysOf(clickHouse, { now }).close();
    print(`closed ${values.days} days in ${seconds(begun)} s`);
    await printSizes(clickHouse, clicks);
    await measureReports(clickHouse);
    await measureInserts(clickHouse);
    print(`resident: ${(process.memoryUsage().rss / MILLION).toFixed(0)} MB`);
  } finally {
    await clickHouse.close();
    if (values.data === undefined) rmSync(data, { recursive: true, force: true });
  }
}

if (values.help === true) print(USAGE);
else await main();
