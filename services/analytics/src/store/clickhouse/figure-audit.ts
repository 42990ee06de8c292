import { type CampaignDay } from '../audit-store.ts';
import { type ClickHouse, type Row } from './client.ts';
import { type ClosedDays } from './closed-days.ts';
import { byAffiliate, CLICK_COLUMNS, TRAIT_COLUMNS } from './schema.ts';

/**
 * Rows that are younger stay: their transactions may not have ended, or their inserts are still known by a token and
 * would not be taken again.
 */
const SETTLED = 'written_at < now() - INTERVAL 2 HOUR';

const OWNERS = ['brand_id', 'campaign_id', 'affiliate_id', 'link_id'];
const FACT = [
  ...[...OWNERS, 'id', 'converted_at', 'order_id', 'status', 'currency', ...TRAIT_COLUMNS],
  ...['version', 'is_deleted'],
];
const FACTS = {
  conversions: [...FACT, 'value_minor', 'refunded_minor'],
  commissions: [...FACT, 'conversion_id', 'amount_minor', 'paid_minor'],
} as const;
type Facts = keyof typeof FACTS;

/** By which columns counts are compared: owner, hour and traits. */
const HOURLY = [...OWNERS, 'hour', ...TRAIT_COLUMNS];

/** What is compared of a row, as text. */
const textOf = (row: Row, columns: readonly string[]): string =>
  JSON.stringify(columns.map((name) => row[name] ?? null));

/** The counts of rows by owner, hour and traits. */
export function addCounts(sums: Map<string, number[]>, rows: Iterable<Row>): void {
  for (const row of rows) {
    const key = textOf(row, HOURLY);
    const counts = CLICK_COLUMNS.map((name) => Number(row[name]));
    const known = sums.get(key);
    sums.set(
      key,
      known === undefined ? counts : counts.map((count, at) => count + (known[at] ?? 0)),
    );
  }
}

const inDay = (time: string): string =>
  `campaign_id = {campaign:UUID} AND ${time} >= toDateTime({start:UInt32}, 'UTC') AND ${time} < toDateTime({end:UInt32}, 'UTC')`;

const SECONDS_A_DAY = 86_400;
const paramsOf = ({ campaignId, day }: CampaignDay) => {
  const start = day.getTime() / 1_000;
  return { campaign: campaignId, start, end: start + SECONDS_A_DAY };
};

/** One number for all rows of a statement. */
const digestOf = (columns: readonly string[], from: string): string =>
  `SELECT toString(groupBitXor(cityHash64(toString(tuple(${columns.join(', ')}))))) AS digest FROM (${from})`;

const sumsSql = CLICK_COLUMNS.map((name) => `sum(${name}) AS s_${name}`).join(', ');

/** Whether the sums of a closed day are those of its minutes. */
const closedSql = (
  table: string,
  column: string,
  time: string,
  keys: readonly string[],
): string => {
  const columns = [...keys, 'at', ...CLICK_COLUMNS.map((name) => `s_${name}`)];
  const group = [...keys, 'at'].join(', ');
  const of = (name: string, at: string, where: string) =>
    digestOf(
      columns,
      `SELECT ${keys.join(', ')}, ${at} AS at, ${sumsSql} FROM ${name} FINAL WHERE ${where} GROUP BY ${group}`,
    );
  return `SELECT (${of('click_counts', time, inDay('minute'))}) = (${of(table, column, inDay(`toDateTime(${column}, 'UTC')`))}) AS same`;
};

const CLOSED = [
  {
    table: 'click_days',
    sql: closedSql('click_days', 'day', 'toDate(minute)', [...OWNERS, ...TRAIT_COLUMNS]),
    time: `toDateTime(day, 'UTC')`,
  },
  {
    table: 'click_hours',
    sql: closedSql('click_hours', 'hour', 'toStartOfHour(minute)', OWNERS),
    time: 'hour',
  },
];

/** Reads what ClickHouse has of a campaign's day. */
const auditReader = (clickHouse: ClickHouse, closedDays: ClosedDays) => ({
  /** The counts of clicks by owner, hour and traits, as `addCounts` adds them. */
  clicks: async (place: CampaignDay): Promise<Map<string, number[]>> => {
    const sums = new Map<string, number[]>();
    const named = CLICK_COLUMNS.map((name) => `s_${name} AS ${name}`).join(', ');
    const sql = `SELECT ${HOURLY.join(', ')}, ${named} FROM (
        SELECT ${[...OWNERS, ...TRAIT_COLUMNS].join(', ')}, toUnixTimestamp(toStartOfHour(minute)) AS hour, ${sumsSql}
        FROM click_counts FINAL WHERE ${inDay('minute')} GROUP BY ${HOURLY.join(', ')})`;
    for await (const row of clickHouse.stream<Row>(sql, paramsOf(place))) addCounts(sums, [row]);
    return sums;
  },

  /** The states of facts, by id, as `factText` writes them. */
  facts: async (table: Facts, place: CampaignDay): Promise<Map<string, string>> => {
    const sql = `SELECT ${FACTS[table].join(', ')} FROM ${table} FINAL WHERE ${inDay('converted_at')}`;
    const found = new Map<string, string>();
    for await (const row of clickHouse.stream<Row>(sql, paramsOf(place))) {
      found.set(String(row['id']), textOf(row, FACTS[table]));
    }
    return found;
  },

  /** Whether the sums of the day are right, where it is closed. */
  isClosedRight: async (place: CampaignDay): Promise<boolean> => {
    if (place.day.getTime() >= (await closedDays.readUntil())) return true;
    for (const { sql } of CLOSED) {
      const [row] = await clickHouse.rows<{ same: number }>(sql, paramsOf(place));
      if (row?.same !== 1) return false;
    }
    return true;
  },
});

/** Corrects what ClickHouse has of a campaign's day. */
const auditWriter = (clickHouse: ClickHouse, closedDays: ClosedDays) => {
  const remove = async (table: string, where: string, params: Row): Promise<void> => {
    for (const name of new Set([table, byAffiliate(table)])) {
      await clickHouse.run(`DELETE FROM ${name} WHERE ${where}`, params);
    }
  };
  return {
    removeClicks: (place: CampaignDay) =>
      remove('click_counts', `${inDay('minute')} AND ${SETTLED}`, paramsOf(place)),

    removeFacts: (table: Facts, place: CampaignDay, ids: readonly string[]) =>
      remove(table, `${inDay('converted_at')} AND id IN {ids:Array(UUID)} AND ${SETTLED}`, {
        ...paramsOf(place),
        ids,
      }),

    /** Inserts rows whatever was inserted before. */
    insert: (table: 'click_counts' | Facts, rows: readonly Row[]) =>
      clickHouse.insert(table, rows, { max_partitions_per_insert_block: 0 }),

    /** Counts a closed day anew; without a brand it has no clicks. */
    closeAgain: async ({
      brandId,
      ...place
    }: CampaignDay & { readonly brandId: string | undefined }): Promise<void> => {
      if (place.day.getTime() >= (await closedDays.readUntil())) return;
      for (const { table, time } of CLOSED) await remove(table, inDay(time), paramsOf(place));
      if (brandId === undefined) return;
      await closedDays.countAgain([{ ...place, brandId, at: place.day }]);
    },
  };
};

/** Lists the days of campaigns in ClickHouse, and reads and corrects each. */
export const figureAudit = (clickHouse: ClickHouse, closedDays: ClosedDays) => ({
  ...auditReader(clickHouse, closedDays),
  ...auditWriter(clickHouse, closedDays),

  /** Every day of every campaign that has rows. */
  listDays: async function* (): AsyncGenerator<CampaignDay> {
    const days = ['click_counts', 'conversions', 'commissions'].map((table) => {
      const time = table === 'click_counts' ? 'minute' : 'converted_at';
      return `SELECT DISTINCT campaign_id, toUnixTimestamp(toStartOfDay(${time})) AS day FROM ${table} FINAL`;
    });
    const sql = `SELECT DISTINCT toString(campaign_id) AS campaignId, day FROM (${days.join(' UNION ALL ')})`;
    for await (const { campaignId, day } of clickHouse.stream<{
      campaignId: string;
      day: number;
    }>(sql)) {
      yield { campaignId, day: new Date(day * 1_000) };
    }
  },
});

export type FigureAudit = ReturnType<typeof figureAudit>;

/** What is compared of a fact's row. */
export const factText = (table: Facts, row: Row): string => textOf(row, FACTS[table]);

/** The rows of counts with their hour, by which they are compared. */
export const withHours = (rows: readonly Row[]): Row[] =>
  rows.map((row) => ({ ...row, hour: Math.floor(Number(row['minute']) / 3_600) * 3_600 }));
