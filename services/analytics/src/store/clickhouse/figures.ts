import { addFigures, type Figures, noFigures } from '../../domain/metrics.ts';
import {
  type FigureQuery,
  type FigureReader,
  type FigureRow,
  type Grouping,
  type GroupTotals,
} from '../figures-port.ts';
import { type FoundTotals, groupTotalsOf } from '../group-totals.ts';
import { sumByInterval } from '../sum-by-interval.ts';
import { type ClickHouse } from './client.ts';
import { type ClosedDays } from './closed-days.ts';
import { figureSql, orderSql, totalSql } from './figure-query.ts';

interface Found extends Figures {
  readonly k0: unknown;
  readonly k1: unknown;
  readonly k2: unknown;
  readonly k3: unknown;
  readonly k4: unknown;
}

const timeKey = ({ k0 }: Found): Date => new Date(Number(k0) * 1_000);
const onlyKey = ({ k0 }: Found): unknown => k0;

/** The key of a row as reports know it. */
const keyOf: Readonly<Record<Grouping, (found: Found) => unknown>> = {
  total: () => null,
  hour: timeKey,
  day: timeKey,
  campaign: onlyKey,
  link: ({ k0, k1 }) => ({ linkId: k0, campaignId: k1 }),
  affiliate: onlyKey,
  utm: ({ k0, k1, k2, k3, k4 }) => ({
    source: k0,
    medium: k1,
    campaign: k2,
    term: k3,
    content: k4,
  }),
  geo: onlyKey,
  device: ({ k0, k1 }) => ({ device: k0, browser: k1 }),
  time_of_day: onlyKey,
};

/** The figures of the counts and facts in ClickHouse. */
export const clickHouseFigures = (clickHouse: ClickHouse, closedDays: ClosedDays): FigureReader => {
  const statement = async (query: FigureQuery) => figureSql(query, await closedDays.readUntil());

  const total = async (query: Omit<FigureQuery, 'by'>): Promise<Figures> => {
    const { sql, params } = await statement({ ...query, by: 'total' });
    const [row] = await clickHouse.rows<Figures>(sql, params);
    return addFigures(noFigures, row ?? noFigures);
  };

  const stream = async function* (query: FigureQuery): AsyncGenerator<FigureRow> {
    const { sql, params } = await statement(query);
    const ordered = `${sql} ${orderSql(query.by)}`;
    for await (const found of clickHouse.stream<Found>(ordered, params)) {
      yield { _id: keyOf[query.by](found), ...addFigures(noFigures, found) };
    }
  };

  const totalOf = async (query: FigureQuery): Promise<GroupTotals> => {
    const { sql, params } = await statement(query);
    const [found] = await clickHouse.rows<FoundTotals>(totalSql(sql), params);
    return groupTotalsOf(found);
  };

  const list: FigureReader['list'] = async (query, { skip, limit }) => {
    const { sql, params } = await statement(query);
    const page = `${sql} ${orderSql(query.by)} LIMIT {limit:UInt32} OFFSET {skip:UInt32}`;
    const rows = await clickHouse.rows<Found>(page, { ...params, limit, skip });
    return rows.map((found) => ({ _id: keyOf[query.by](found), ...addFigures(noFigures, found) }));
  };

  return {
    total: (scope, period, currency) => total({ scope, period, currency }),
    earned: async (scope, period, currency) =>
      (await total({ scope, period, currency, only: 'commissions' })).earningsMinor,
    series: (scope, period, { currency, interval }) => {
      const by = interval === 'hour' ? 'hour' : 'day';
      const rows = stream({ scope, period, currency, by }) as AsyncIterable<FigureRow<Date>>;
      return sumByInterval(rows, interval);
    },
    totalOf,
    list,
    listWithTotals: async (query, page) => {
      const [rows, all] = await Promise.all([list(query, page), totalOf(query)]);
      return { rows, total: all };
    },
    stream,
  };
};
