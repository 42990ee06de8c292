import { type PageRequest } from '@tributary/mongo';
import { commissionAmounts } from '../domain/amounts.ts';
import { type AmountRow } from '../domain/brand-report.ts';
import { type Period } from '../domain/period.ts';
import {
  type Amounts,
  daysOf,
  factsOf,
  pageStages,
  splitAmounts,
  type Sums,
  sumsOf,
} from './amount-stages.ts';
import { type Collections, type CommissionFactDocument } from './collections.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery } from './figures-port.ts';
import { LARGE_RESULT } from './large-result.ts';

const AMOUNTS = ['on_hold', 'due', 'owed_back', 'paid'] as const;
const NAMES = ['commissions', ...AMOUNTS] as const;

type DueRow = Sums & { readonly _id: string };

function addDue(sums: Sums, commission: CommissionFactDocument): Sums {
  const amounts = commissionAmounts(commission);
  const added: Sums = { ...amounts, commissions: amounts.due > 0 ? 1 : 0 };
  return Object.fromEntries(NAMES.map((name) => [name, (sums[name] ?? 0) + (added[name] ?? 0)]));
}

/** What is due by the commissions of parts of days, by affiliate. */
async function dueOfEdges(
  { commissions }: Collections,
  query: AmountQuery,
  edges: readonly Period[],
): Promise<DueRow[]> {
  const byAffiliate = new Map<string, Sums>();
  for (const period of edges) {
    const facts = commissions.aggregate<CommissionFactDocument>(
      [factsOf({ ...query, period })],
      LARGE_RESULT,
    );
    for await (const fact of facts) {
      const { affiliateId } = fact;
      byAffiliate.set(affiliateId, addDue(byAffiliate.get(affiliateId) ?? {}, fact));
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
async function dueStages(amounts: Amounts, query: AmountQuery): Promise<Stage[]> {
  const { start } = query.period;
  const { whole = { start, end: start }, edges } = await splitAmounts(amounts, query);
  return [
    daysOf(query, whole),
    { $group: { _id: '$affiliateId', ...sumsOf(NAMES, 'amounts.') } },
    ...added(await dueOfEdges(amounts.collections, query, edges)),
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
export async function dueRows(amounts: Amounts, query: AmountQuery, page?: PageRequest) {
  const stages = await dueStages(amounts, query);
  const ordered = [...stages, { $sort: { due: -1, _id: 1 } }, ...pageStages(page)];
  return amounts.collections.commissionDays
    .aggregate<Required<DueRow>>(ordered, LARGE_RESULT)
    .map(dueRow);
}

/** The sums of what is due to all affiliates; `rows` is their number. */
export async function dueTotal(amounts: Amounts, query: AmountQuery): Promise<Sums> {
  const total = { $group: { _id: null, rows: { $sum: 1 }, ...sumsOf(NAMES, '') } };
  const stages = [...(await dueStages(amounts, query)), total];
  const [found] = await amounts.collections.commissionDays
    .aggregate<Sums>(stages, LARGE_RESULT)
    .toArray();
  return found ?? {};
}
