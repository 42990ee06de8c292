import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { dayOf } from '../../domain/period.ts';
import { type ClickHouse, newToken } from './client.ts';
import { CLICK_COLUMNS, raiseState, readState, TRAIT_COLUMNS } from './schema.ts';

interface Place {
  readonly campaignId: string;
  readonly brandId: string;
  readonly at: Date;
}

/** How long a process may read days from their minutes that others have closed. */
const KNOWN_MS = MINUTE_MS;

const OWNERS = ['brand_id', 'campaign_id', 'affiliate_id', 'link_id'];

/** The statement that counts the clicks of a day again into one of the tables of sums. */
const recount = (
  table: string,
  { time, column }: { readonly time: string; readonly column: string },
  { traits, where }: { readonly traits: readonly string[]; readonly where: string },
) => {
  const keys = [...OWNERS, ...traits];
  const sums = CLICK_COLUMNS.map((name) => `sum(${name})`);
  return `INSERT INTO ${table} (${[...keys, column, ...CLICK_COLUMNS].join(', ')})
    SELECT ${[...keys, time, ...sums].join(', ')} FROM click_counts FINAL
    WHERE minute >= {start:DateTime} AND minute < {end:DateTime} ${where}
    GROUP BY ${[...keys, time].join(', ')}
    SETTINGS insert_deduplication_token = '${newToken()}', do_not_merge_across_partitions_select_final = 1`;
};

/**
 * The sums of days that are over. A day is closed when it has been over for a day; counts that come later have it
 * counted again. Which days are about to be closed is stored before they are counted, so that no count between is missed.
 */
export function closedDaysOf(clickHouse: ClickHouse, clock: { now(): Date }) {
  let known = { until: 0, readAt: -Infinity };

  const count = async (day: number, place?: Place): Promise<void> => {
    const where =
      place === undefined ? '' : 'AND brand_id = {brand:UUID} AND campaign_id = {campaign:UUID}';
    const owner = place === undefined ? {} : { brand: place.brandId, campaign: place.campaignId };
    const params = { start: day / 1_000, end: (day + DAY_MS) / 1_000, ...owner };
    const days = { time: 'toDate(minute)', column: 'day' };
    const hours = { time: 'toStartOfHour(minute)', column: 'hour' };
    await clickHouse.run(recount('click_days', days, { traits: TRAIT_COLUMNS, where }), params);
    await clickHouse.run(recount('click_hours', hours, { traits: [], where }), params);
  };

  const firstDay = async (): Promise<number> => {
    const sql = 'SELECT count() AS rows, toUnixTimestamp(min(minute)) AS first FROM click_counts';
    const [row] = await clickHouse.rows<{ rows: number; first: number }>(sql);
    return row === undefined || row.rows === 0
      ? Infinity
      : dayOf(new Date(row.first * 1_000)).getTime();
  };

  return {
    /** Days before this time, ms, are read from their sums. */
    readUntil: async (): Promise<number> => {
      const now = clock.now().getTime();
      if (now - known.readAt >= KNOWN_MS) {
        known = { until: await readState(clickHouse, 'closed_until'), readAt: now };
      }
      return known.until;
    },

    /** Counts days of campaigns again that are closed or about to be. */
    countAgain: async (places: readonly Place[]): Promise<void> => {
      if (places.length === 0) return;
      const closing = await readState(clickHouse, 'closing_until');
      for (const place of places) {
        const day = dayOf(place.at).getTime();
        if (day < closing) await count(day, place);
      }
    },

    /** Closes the days that have been over for a day. A signal ends it between two days. */
    close: async (): Promise<void> => {
      const until = dayOf(clock.now()).getTime() - DAY_MS;
      const closed = await readState(clickHouse, 'closed_until');
      if (closed >= until) return;
      await raiseState(clickHouse, 'closing_until', until);
      const start = closed === 0 ? Math.min(await firstDay(), until) : closed;
      for (let day = start; day < until; day += DAY_MS) {
        await count(day);
        await raiseState(clickHouse, 'closed_until', day + DAY_MS);
      }
      await raiseState(clickHouse, 'closed_until', until);
      known = { until, readAt: clock.now().getTime() };
    },
  };
}

export type ClosedDays = ReturnType<typeof closedDaysOf>;
