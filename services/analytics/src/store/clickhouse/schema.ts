import { type ClickHouse } from './client.ts';

/** Raise it with each change of the tables, and add the statements that bring earlier ones up to it. */
export const SCHEMA_VERSION = 1;

/** How many latest inserts of a table are known by their tokens. */
const KNOWN_INSERTS = 10_000;

const OWNERS = ['brand_id UUID', 'campaign_id UUID'];
const TRAITS = [
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  'country',
  'browser',
].map((name) => `${name} LowCardinality(Nullable(String))`);
const DEVICE = 'device LowCardinality(String)';

/** The columns of traits, as rows are keyed by them. */
export const TRAIT_COLUMNS = [...TRAITS, DEVICE].map((column) => column.split(' ')[0] ?? '');

/** The columns of counts of clicks. */
export const CLICK_COLUMNS = [
  'unique_clicks',
  'duplicate_clicks',
  'invalid_clicks',
  'refused_clicks',
];

const countsOf = (type: string): string[] => CLICK_COLUMNS.map((name) => `${name} ${type}`);

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly engine: string;
  readonly month: string;
  readonly keys: readonly string[];
  /** The same rows in the order in which an affiliate’s are read. */
  readonly affiliateKeys?: readonly string[];
  readonly ttl?: string;
}

const LINK_INDEX = 'INDEX link link_id TYPE bloom_filter GRANULARITY 1';
const CAMPAIGN_INDEX = 'INDEX campaign campaign_id TYPE bloom_filter GRANULARITY 1';

const clickOwners = [...OWNERS, 'affiliate_id UUID', 'link_id UUID'];

const clickTable = (
  name: string,
  {
    time,
    engine,
    counts,
    keys,
  }: Pick<Table, 'engine'> & {
    readonly time: string;
    readonly counts: readonly string[];
    readonly keys: readonly string[];
  },
) => {
  const at = time.split(' ')[0] ?? '';
  return {
    name,
    columns: [...clickOwners, time, ...counts, LINK_INDEX, CAMPAIGN_INDEX],
    engine,
    month: at,
    keys: ['brand_id', 'campaign_id', at, 'link_id', 'affiliate_id', ...keys],
    affiliateKeys: ['affiliate_id', 'link_id', at, 'campaign_id', 'brand_id', ...keys],
  };
};

const factTable = (name: string, columns: readonly string[]): Table => ({
  name,
  columns: [
    ...[...OWNERS, 'affiliate_id Nullable(UUID)', 'link_id Nullable(UUID)', 'id UUID'],
    `converted_at DateTime64(3, 'UTC')`,
    ...['order_id Nullable(String)', 'status LowCardinality(String)'],
    'currency LowCardinality(String)',
    ...[...columns, ...TRAITS, DEVICE],
    ...['version UInt64', 'is_deleted UInt8', 'written_at DateTime DEFAULT now()'],
    CAMPAIGN_INDEX,
  ],
  engine: 'ReplacingMergeTree(version, is_deleted)',
  month: 'converted_at',
  keys: ['brand_id', 'campaign_id', 'converted_at', 'id'],
  affiliateKeys: ['affiliate_id', 'converted_at', 'campaign_id', 'brand_id', 'id'],
});

const MINUTE = `minute DateTime('UTC') CODEC(Delta, ZSTD(1))`;
const SUMS = {
  engine: 'AggregatingMergeTree',
  counts: countsOf('SimpleAggregateFunction(max, UInt64)'),
};

/**
 * Counts of clicks replace themselves by event, and states of facts by version. Sums of closed days are the greatest
 * that were counted, because a count only grows: to count a day again, at any time and by several processes, changes
 * nothing but what was missing. Sums by view would count a repeated insert twice.
 */
const tables = (): readonly Table[] => [
  {
    ...clickTable('click_counts', {
      time: MINUTE,
      engine: 'ReplacingMergeTree',
      counts: [
        ...[...TRAITS, DEVICE, 'event UInt64', ...countsOf('UInt32')],
        'written_at DateTime DEFAULT now() CODEC(Delta, ZSTD(1))',
      ],
      keys: ['event', ...TRAIT_COLUMNS],
    }),
    ttl: 'minute + INTERVAL 730 DAY',
  },
  onlyByAffiliate(
    clickTable('click_days', {
      ...SUMS,
      time: 'day Date',
      counts: [...TRAITS, DEVICE, ...SUMS.counts],
      keys: TRAIT_COLUMNS,
    }),
  ),
  clickTable('click_hours', { ...SUMS, time: `hour DateTime('UTC')`, keys: [] }),
  factTable('conversions', ['value_minor Int64', 'refunded_minor Int64']),
  factTable('commissions', [
    ...['conversion_id Nullable(UUID)', 'amount_minor Int64', 'paid_minor Nullable(Int64)'],
  ]),
];

/** The table with the same rows by affiliate. Reports by traits are those of affiliates: their sums have no other. */
export const byAffiliate = (table: string): string =>
  table === 'click_days' ? table : `${table}_by_affiliate`;

const onlyByAffiliate = ({ affiliateKeys, ...table }: ReturnType<typeof clickTable>): Table => ({
  ...table,
  keys: affiliateKeys,
});

const createTable = (table: Table, name: string, keys: readonly string[]): string =>
  `CREATE TABLE IF NOT EXISTS ${name} (${table.columns.join(', ')})
   ENGINE = ${table.engine} PARTITION BY toYYYYMM(${table.month})
   PRIMARY KEY (${keys.slice(0, 3).join(', ')}) ORDER BY (${keys.join(', ')})
   ${table.ttl === undefined ? '' : `TTL ${table.ttl}`}
   SETTINGS allow_nullable_key = 1, default_compression_codec = 'ZSTD(1)',
     non_replicated_deduplication_window = ${String(KNOWN_INSERTS)}`;

function statementsOf(table: Table): string[] {
  const { name, keys, affiliateKeys } = table;
  const own = createTable(table, name, keys);
  if (affiliateKeys === undefined) return [own];
  const other = byAffiliate(name);
  return [
    own,
    createTable(table, other, affiliateKeys),
    `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name}_view TO ${other} AS SELECT * FROM ${name}`,
  ];
}

const STATE = `CREATE TABLE IF NOT EXISTS states (name LowCardinality(String), value UInt64)
  ENGINE = AggregatingMergeTree ORDER BY (name, value)`;

/** A number that only grows, such as the version of the tables; 0 where none was set. */
export async function readState(clickHouse: ClickHouse, name: string): Promise<number> {
  const sql = 'SELECT max(value) AS value FROM states WHERE name = {name:String}';
  const [row] = await clickHouse.rows<{ value: number }>(sql, { name });
  return row?.value ?? 0;
}

export const raiseState = (clickHouse: ClickHouse, name: string, value: number): Promise<void> =>
  clickHouse.insert('states', [{ name, value }]);

/** Creates what is missing of the tables; any number of processes may do it at once. */
export async function createTables(clickHouse: ClickHouse): Promise<void> {
  await clickHouse.run(STATE);
  const found = await readState(clickHouse, 'schema');
  if (found > SCHEMA_VERSION) {
    throw new Error(`ClickHouse has tables of version ${String(found)}, of a later release`);
  }
  for (const statement of tables().flatMap(statementsOf)) await clickHouse.run(statement);
  if (found < SCHEMA_VERSION) await raiseState(clickHouse, 'schema', SCHEMA_VERSION);
}
