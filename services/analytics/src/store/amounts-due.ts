import { type PageRequest } from '@tributary/mongo';
import { commissionAmounts } from '../domain/amounts.ts';
import { type AmountRow } from '../domain/brand-report.ts';
import { type Period } from '../domain/period.ts';
import { addTo, type MutableSums, type Sums } from '../domain/rollup.ts';
import {
  type AmountSource,
  daysOf,
  factsOf,
  pageStages,
  splitAmounts,
  sumsOf,
} from './amount-stages.ts';
import { type Collections, type CommissionFactDocument } from './collections.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery } from './figures-port.ts';
import { LARGE_RESULT } from './large-result.ts';

const AMOUNTS = ['on_hold', 'due', 'owed_back', 'paid'] as const;
const NAMES = ['commissions', ...AMOUNTS] as const;

type DueRow = Sums & { readonly _id: string };

/** What is due by the commissions of parts of days, by affiliate. */
async function dueOfEdges(
  { commissions }: Collections,
  query: AmountQuery,
  edges: readonly Period[],
): Promise<DueRow[]> {
  const byAffiliate = new Map<string, MutableSums>();
  for (const period of edges) {
    const facts = commissions.aggregate<CommissionFactDocument>(
      [factsOf({ ...query, period })],
      LARGE_RESULT,
    );
    for await (const fact of facts) {
      const sums = byAffiliate.get(fact.affiliateId) ?? {};
      byAffiliate.set(fact.affiliateId, sums);
      addTo(sums, commissionAmounts(fact), 1);
    }
  }
  return [...byAffiliate].map(([_id, sums]) => ({ _id, ...sums }));
}

const added = (rows: readonly DueRow[]): Stage[] =>
  rows.length === 0
    ? []
    : [
        { $unionWith: { pipeline: [{ $documents: rows }] } },
        { $group: { _id: '$_id', ...sumsOf(NAMES, '') } },
      ];

/** One row for each affiliate; those without anything due, on hold or paid are left out. */
async function dueStages(source: AmountSource, query: AmountQuery): Promise<Stage[]> {
  const { start } = query.period;
  const { whole = { start, end: start }, edges } = await splitAmounts(source, query);
  return [
    daysOf(query, whole),
    { $group: { _id: '$affiliateId', ...sumsOf(NAMES, 'amounts.') } },
    ...added(await dueOfEdges(source.collections, query, edges)),
    { $match: { $or: AMOUNTS.map((name) => ({ [name]: { $ne: 0 } })) } },
  ];
}

const dueRow = ({
  _id,
  commissions,
  on_hold,
  due,
  owed_back,
  paid,
}: Required<DueRow>): AmountRow => ({
  _id,
  affiliateId: _id,
  commissions,
  amounts: { on_hold, due, owed_back, paid },
});

/** What is due to each affiliate, the greatest first. */
export async function dueRows(source: AmountSource, query: AmountQuery, page?: PageRequest) {
  const stages = await dueStages(source, query);
  const ordered = [...stages, { $sort: { due: -1, _id: 1 } }, ...pageStages(page)];
  return source.collections.commissionDays
    .aggregate<Required<DueRow>>(ordered, LARGE_RESULT)
    .map(dueRow);
}

/** The sums of what is due to all affiliates; `rows` is their number. */
export async function dueTotal(source: AmountSource, query: AmountQuery): Promise<Sums> {
  const total = { $group: { _id: null, rows: { $sum: 1 }, ...sumsOf(NAMES, '') } };
  const stages = [...(await dueStages(source, query)), total];
  const [found] = await source.collections.commissionDays
    .aggregate<Sums>(stages, LARGE_RESULT)
    .toArray();
  return found ?? {};
}
