import { type PageRequest } from '@tributary/mongo';
import { type AmountName } from '../domain/amounts.ts';
import { type AmountRow, moneyColumns } from '../domain/brand-report.ts';
import { type Period } from '../domain/period.ts';
import { addTo, type MutableSums, type Sums } from '../domain/rollup.ts';
import { commissionRows, orderRows } from './amount-rows.ts';
import { type AmountSource, daysOf, splitAmounts, sumsOf } from './amount-stages.ts';
import { dueRows, dueTotal } from './amounts-due.ts';
import { type Collections } from './collections.ts';
import { type AmountQuery, type AmountReader } from './figures-port.ts';

const rowsOf = async (source: AmountSource, query: AmountQuery, page?: PageRequest) => {
  const { collections } = source;
  if (query.kind === 'payouts_due') return dueRows(source, query, page);
  return query.kind === 'conversions'
    ? orderRows(collections, query, page)
    : commissionRows(collections, query, page);
};

/** The sums of the orders or commissions of a part of a day. */
async function sumRows(rows: AsyncIterable<AmountRow>): Promise<Sums> {
  const sums: MutableSums = {};
  for await (const { amounts } of rows) addTo(sums, { rows: 1, ...amounts }, 1);
  return sums;
}

/** Where the sums of whole days are. */
const daysOfKind = ({ conversionDays, commissionDays }: Collections, kind: AmountQuery['kind']) =>
  kind === 'conversions'
    ? [
        { days: conversionDays, names: ['rows', 'order_value', 'refunded', 'revenue'] as const },
        { days: commissionDays, names: ['commission'] as const },
      ]
    : [{ days: commissionDays, names: ['rows', 'amount', 'paid', 'due'] as const }];

async function sumDays(
  collections: Collections,
  query: AmountQuery,
  whole: Period,
): Promise<Sums[]> {
  return Promise.all(
    daysOfKind(collections, query.kind).map(async ({ days, names }) => {
      const sum = { $group: { _id: null, ...sumsOf(names, 'amounts.') } };
      const [found] = await days
        .aggregate<Sums & { _id: null }>([daysOf(query, whole), sum])
        .toArray();
      const { _id, ...sums } = found ?? { _id: null };
      return sums;
    }),
  );
}

async function totalOf(source: AmountSource, query: AmountQuery): Promise<Sums> {
  if (query.kind === 'payouts_due') return dueTotal(source, query);
  const { whole, edges } = await splitAmounts(source, query);
  const ofDays = whole === undefined ? [] : await sumDays(source.collections, query, whole);
  const ofEdges = await Promise.all(
    edges.map(async (period) => sumRows(await rowsOf(source, { ...query, period }))),
  );
  const sums: MutableSums = {};
  for (const part of [...ofDays, ...ofEdges]) addTo(sums, part, 1);
  return sums;
}

/** The orders and commissions in MongoDB: single ones from facts, totals from the sums of days. */
export const brandReports = (source: AmountSource): AmountReader => ({
  stream: async function* (query) {
    yield* await rowsOf(source, query);
  },

  list: async (query, page) => {
    const rows = await rowsOf(source, query, page);
    return rows.toArray();
  },

  total: async (query) => {
    const { rows = 0, commissions = 0, ...sums } = await totalOf(source, query);
    const names = moneyColumns(query.kind) as AmountName[];
    return {
      rows,
      commissions,
      amounts: Object.fromEntries(names.map((name) => [name, (sums as Sums)[name] ?? 0])),
    };
  },
});
