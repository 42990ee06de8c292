import { type PageRequest, withoutUndefined } from '@tributary/mongo';
import { type AmountRow, moneyColumns } from '../domain/brand-report.ts';
import { countedStatuses, earnedStatuses } from '../domain/rollup.ts';
import { type Collections, collections as declared } from './collections.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery, type AmountReader } from './figures-port.ts';
import { LARGE_RESULT } from './large-result.ts';

const matchOf = ({ brandId, campaignId, affiliateId, currency, period }: AmountQuery): Stage => ({
  $match: {
    ...withoutUndefined({ brandId, campaignId, affiliateId }),
    currency,
    convertedAt: { $gte: period.start, $lt: period.end },
  },
});

const where = (condition: object, value: unknown) => ({ $cond: [condition, value, 0] });
const isAnyOf = (statuses: readonly string[]) => ({ $in: ['$status', statuses] });

/** What of a commission is paid; facts stored before the field existed know it by their status alone. */
const paid = {
  $ifNull: ['$paidMinor', where({ $eq: ['$status', 'paid'] }, '$amountMinor')],
};
const isPayable = isAnyOf(['approved', 'paid']);
const isOver = { $not: [isAnyOf(earnedStatuses)] };
const due = where(isPayable, { $subtract: ['$amountMinor', paid] });

/** The commissions of a conversion that are owed in the report's currency. */
const commissionOf = (currency: string) => ({
  $sum: {
    $map: {
      input: {
        $filter: {
          input: '$commissions',
          cond: {
            $and: [
              { $eq: ['$$this.currency', currency] },
              { $in: ['$$this.status', earnedStatuses] },
            ],
          },
        },
      },
      in: '$$this.amountMinor',
    },
  },
});

const shown = { affiliateId: 1, campaignId: 1, orderId: 1, convertedAt: 1, status: 1 } as const;

const conversionStages = ({ currency }: AmountQuery): Stage[] => [
  {
    $lookup: {
      from: declared.commissions.name,
      localField: '_id',
      foreignField: 'conversionId',
      as: 'commissions',
    },
  },
  {
    $project: {
      ...shown,
      amounts: {
        order_value: { $add: ['$valueMinor', '$refundedMinor'] },
        refunded: '$refundedMinor',
        revenue: where(isAnyOf(countedStatuses), '$valueMinor'),
        commission: commissionOf(currency),
      },
    },
  },
];

const commissionStages: Stage[] = [
  {
    $project: {
      ...shown,
      conversionId: 1,
      amounts: { amount: where(isAnyOf(earnedStatuses), '$amountMinor'), paid, due },
    },
  },
];

/** One row for each affiliate; those without anything due, on hold or paid are left out. */
const dueStages: Stage[] = [
  {
    $group: {
      _id: '$affiliateId',
      commissions: { $sum: where({ $gt: [due, 0] }, 1) },
      on_hold: { $sum: where({ $eq: ['$status', 'pending'] }, '$amountMinor') },
      due: { $sum: due },
      owed_back: { $sum: where(isOver, paid) },
      paid: { $sum: paid },
    },
  },
  {
    $project: {
      affiliateId: '$_id',
      commissions: 1,
      amounts: { on_hold: '$on_hold', due: '$due', owed_back: '$owed_back', paid: '$paid' },
    },
  },
  {
    $match: {
      $or: ['on_hold', 'due', 'owed_back', 'paid'].map((name) => ({
        [`amounts.${name}`]: { $ne: 0 },
      })),
    },
  },
];

/** The stages of a kind's rows; the sort of single facts comes first, by their index. */
function stagesOf(query: AmountQuery, page: PageRequest | undefined): Stage[] {
  const paged = page === undefined ? [] : [{ $skip: page.skip }, { $limit: page.limit }];
  if (query.kind === 'payouts_due') {
    return [...dueStages, { $sort: { 'amounts.due': -1, _id: 1 } }, ...paged];
  }
  const rows = query.kind === 'conversions' ? conversionStages(query) : commissionStages;
  return [{ $sort: { convertedAt: -1, _id: -1 } }, ...paged, ...rows];
}

const unsorted = (query: AmountQuery): Stage[] => {
  if (query.kind === 'payouts_due') return dueStages;
  return query.kind === 'conversions' ? conversionStages(query) : commissionStages;
};

/** The orders and commissions in MongoDB, row by row. */
export const brandReports = ({ conversions, commissions }: Collections): AmountReader => {
  const run = <Row extends object>(query: AmountQuery, stages: readonly Stage[]) => {
    const pipeline = [matchOf(query), ...stages];
    return query.kind === 'conversions'
      ? conversions.aggregate<Row>(pipeline, LARGE_RESULT)
      : commissions.aggregate<Row>(pipeline, LARGE_RESULT);
  };
  return {
    stream: (query) => run<AmountRow>(query, stagesOf(query, undefined)),

    list: (query, page) => run<AmountRow>(query, stagesOf(query, page)).toArray(),

    total: async (query) => {
      const names = moneyColumns(query.kind);
      const sums = Object.fromEntries(names.map((name) => [name, { $sum: `$amounts.${name}` }]));
      const counted = { rows: { $sum: 1 }, commissions: { $sum: '$commissions' } };
      const group = { $group: { _id: null, ...counted, ...sums } };
      const [found] = await run<Record<string, number>>(query, [
        ...unsorted(query),
        group,
      ]).toArray();
      return {
        rows: found?.['rows'] ?? 0,
        commissions: found?.['commissions'] ?? 0,
        amounts: Object.fromEntries(names.map((name) => [name, found?.[name] ?? 0])),
      };
    },
  };
};
