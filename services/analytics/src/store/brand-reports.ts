import { type PageRequest } from '@tributary/mongo';
import { type AmountName } from '../domain/amounts.ts';
import { type AmountRow, moneyColumns } from '../domain/brand-report.ts';
import { type Period } from '../domain/period.ts';
import { commissionRows, orderRows } from './amount-rows.ts';
import { type Amounts, daysOf, splitAmounts, type Sums, sumsOf } from './amount-stages.ts';
import { dueRows, dueTotal } from './amounts-due.ts';
import { type Collections } from './collections.ts';
import { type AmountQuery, type AmountReader } from './figures-port.ts';

const rowsOf = async (amounts: Amounts, query: AmountQuery, page?: PageRequest) => {
  const { collections } = amounts;
  if (query.kind === 'payouts_due') return dueRows(amounts, query, page);
  return query.kind === 'conversions'
    ? orderRows(collections, query, page)
    : commissionRows(collections, query, page);
};

const add = (sums: Sums, more: Sums): Sums =>
  Object.fromEntries(
    (Object.entries(more) as [AmountName, number][]).reduce(
      (all, [name, amount]) => all.set(name, (all.get(name) ?? 0) + amount),
      new Map(Object.entries(sums) as [AmountName, number][]),
    ),
  );

/** The sums of the orders or commissions of a part of a day. */
async function sumRows(rows: AsyncIterable<AmountRow>): Promise<Sums> {
  let sums: Sums = {};
  for await (const { amounts } of rows) sums = add(sums, { rows: 1, ...amounts });
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

async function totalOf(amounts: Amounts, query: AmountQuery): Promise<Sums> {
  if (query.kind === 'payouts_due') return dueTotal(amounts, query);
  const { whole, edges } = await splitAmounts(amounts, query);
  const ofDays = whole === undefined ? [] : await sumDays(amounts.collections, query, whole);
  const ofEdges = await Promise.all(
    edges.map(async (period) => sumRows(await rowsOf(amounts, { ...query, period }))),
  );
  return [...ofDays, ...ofEdges].reduce(add, {});
}

/** The orders and commissions in MongoDB: single ones from facts, totals from the sums of days. */
export const brandReports = (amounts: Amounts): AmountReader => ({
  stream: async function* (query) {
    yield* await rowsOf(amounts, query);
  },

  list: async (query, page) => {
    const rows = await rowsOf(amounts, query, page);
    return rows.toArray();
  },

  total: async (query) => {
    const { rows = 0, commissions = 0, ...sums } = await totalOf(amounts, query);
    const names = moneyColumns(query.kind) as AmountName[];
    return {
      rows,
      commissions,
      amounts: Object.fromEntries(names.map((name) => [name, (sums as Sums)[name] ?? 0])),
    };
  },
});
