import type { CommissionStatus, ConversionStatus } from '@tributary/contracts';
import { dayText, type Span, splitByDays } from '../domain/calendar.ts';
import { isLive } from '../domain/commission.ts';
import { type SumKind, worthLeftMinor } from '../domain/affiliate-sums.ts';
import type { TierFigures } from '../domain/tier.ts';
import type { Collections } from './collections.ts';
import { between, given, type Owner } from './report-filters.ts';

export interface EarningSums {
  /** Pending, approved and paid. */
  readonly earnedMinor: number;
  readonly pendingMinor: number;
  readonly paidMinor: number;
}

export interface ConversionSums {
  readonly conversions: number;
  readonly pending: number;
  /** Net of refunds, minor units. */
  readonly revenueMinor: number;
}

export interface BreakdownFilter {
  /** The first moment of a day, UTC. */
  readonly since: Date;
  readonly campaignId?: string | undefined;
}

const live: CommissionStatus[] = ['pending', 'approved', 'paid'];
/** Rejected and reversed conversions count for nothing. */
const counted: ConversionStatus[] = ['pending', 'approved'];

const noEarnings: EarningSums = { earnedMinor: 0, pendingMinor: 0, paidMinor: 0 };
const noConversions: ConversionSums = { conversions: 0, pending: 0, revenueMinor: 0 };

/**
 * Sums for the affiliates' views: whole days from the stored sums, the parts of days at a range's ends from the
 * commissions and conversions themselves.
 */
export const sumReports = (collections: Collections) => ({
  ...earningReports(collections),
  ...conversionSums(collections),
  ...tierReports(collections),
});

/** The sums of one kind and a range of days; ids are ordered by affiliate, kind and day. */
function rowsOf(affiliateId: string, kind: SumKind, { from, to }: Span) {
  const prefix = `${affiliateId}/${kind}/`;
  return { _id: { $gte: prefix + dayOr(from, ''), $lt: prefix + dayOr(to, AFTER_ALL) } };
}

const AFTER_ALL = '~';
const dayOr = (day: Date | undefined, otherwise: string): string =>
  day === undefined ? otherwise : dayText(day);

const inCurrency = ({ affiliateId, currency }: Owner, kind: SumKind, range: Span) => ({
  ...rowsOf(affiliateId, kind, range),
  currency,
});

const earningReports = ({ affiliateSums, commissions }: Collections) => ({
  /** The earnings of conversions in a range. */
  sumEarnings: async (owner: Owner, range: Span): Promise<EarningSums> => {
    const { whole, parts } = splitByDays(range);
    const stages = [
      { $match: inCurrency(owner, 'earned', whole) },
      {
        $group: {
          _id: null,
          earnedMinor: { $sum: '$amountMinor' },
          pendingMinor: { $sum: '$pendingMinor' },
          paidMinor: { $sum: '$paidMinor' },
        },
      },
    ];
    const [days, ...rest] = await Promise.all([
      affiliateSums.aggregate<EarningSums>(stages).toArray(),
      ...parts.map((part) =>
        sumSingle({ commissions }, { ...owner, ...between('convertedAt', part) }),
      ),
    ]);
    return [...days, ...rest.flat()].reduce(
      (sum, row) => ({
        earnedMinor: sum.earnedMinor + row.earnedMinor,
        pendingMinor: sum.pendingMinor + row.pendingMinor,
        paidMinor: sum.paidMinor + row.paidMinor,
      }),
      noEarnings,
    );
  },

  /** The earnings of commissions created in a range of whole days, minor units. */
  sumCreated: async (owner: Owner, days: Span): Promise<number> => {
    const match = { $match: inCurrency(owner, 'created', days) };
    const group = { $group: { _id: null, amountMinor: { $sum: '$amountMinor' } } };
    const [sum] = await affiliateSums.aggregate<{ amountMinor: number }>([match, group]).toArray();
    return sum?.amountMinor ?? 0;
  },

  /** The first day on which the affiliate earned in this currency. */
  findFirstDay: async (owner: Owner): Promise<Date | undefined> => {
    const rows = affiliateSums.find(inCurrency(owner, 'created', {})).sort({ _id: 1 });
    const [first] = await rows.limit(1).toArray();
    return first?.day ?? undefined;
  },

  /** Unpaid approved commissions by campaign, in the order of the campaigns' ids. */
  sumUnpaidByCampaign: (owner: Owner) =>
    affiliateSums
      .find({ ...inCurrency(owner, 'unpaid', {}), count: { $gt: 0 } })
      .sort({ _id: 1 })
      .project<UnpaidSum>({ _id: 0, campaignId: 1, count: 1, amountMinor: 1 })
      .toArray(),

  /** Live commissions by the day of their conversion. */
  breakDownCommissions: (owner: Owner, filter: BreakdownFilter) =>
    byDay({ affiliateSums }, inCurrency(owner, 'earned', { from: filter.since }), filter),
});

interface UnpaidSum {
  readonly campaignId: string;
  readonly count: number;
  readonly amountMinor: number;
}

/** By day, unordered, without days of count 0. Amounts are minor units. */
const byDay = (
  { affiliateSums }: Pick<Collections, 'affiliateSums'>,
  match: Readonly<Record<string, unknown>>,
  { campaignId }: BreakdownFilter,
) =>
  affiliateSums
    .aggregate<{ readonly _id: Date; readonly count: number; readonly amountMinor: number }>([
      { $match: { ...match, ...given({ campaignId }) } },
      { $group: { _id: '$day', count: { $sum: '$count' }, amountMinor: { $sum: '$amountMinor' } } },
      { $match: { count: { $gt: 0 } } },
    ])
    .toArray();

/** The amount of a live commission less what is owed back. */
const OWED = { $subtract: ['$amountMinor', { $ifNull: ['$clawedBackMinor', 0] }] };

/** The earnings of single commissions, for a part of a day. */
function sumSingle(
  { commissions }: Pick<Collections, 'commissions'>,
  match: Readonly<Record<string, unknown>>,
): Promise<EarningSums[]> {
  const amountIf = (statuses: readonly CommissionStatus[]) => ({
    $sum: { $cond: [{ $in: ['$status', statuses] }, OWED, 0] },
  });
  const group = {
    _id: null,
    earnedMinor: amountIf(live),
    pendingMinor: amountIf(['pending']),
    paidMinor: { $sum: '$paidMinor' },
  };
  return commissions.aggregate<EarningSums>([{ $match: match }, { $group: group }]).toArray();
}

const conversionSums = ({ affiliateSums, conversionViews: views }: Collections) => ({
  /** Conversions of a range in the orders' currency; all but rejected and reversed ones. */
  sumConversions: async (owner: Owner, range: Span): Promise<ConversionSums> => {
    const { affiliateId, currency } = owner;
    const { whole, parts } = splitByDays(range);
    const stages = [
      { $match: inCurrency(owner, 'converted', whole) },
      {
        $group: {
          _id: null,
          conversions: { $sum: '$count' },
          pending: { $sum: '$pendingCount' },
          revenueMinor: { $sum: '$amountMinor' },
        },
      },
    ];
    const single = (part: Span) => ({
      ...{ affiliateIds: affiliateId, currency, status: { $in: counted } },
      ...between('convertedAt', part),
    });
    const group = {
      _id: null,
      conversions: { $sum: 1 },
      pending: { $sum: { $cond: [{ $eq: ['$status', 'pending'] }, 1, 0] } },
      revenueMinor: { $sum: { $subtract: ['$valueMinor', '$refundedMinor'] } },
    };
    const found = await Promise.all([
      affiliateSums.aggregate<ConversionSums>(stages).toArray(),
      ...parts.map((part) =>
        views.aggregate<ConversionSums>([{ $match: single(part) }, { $group: group }]).toArray(),
      ),
    ]);
    return found.flat().reduce(
      (sum, row) => ({
        conversions: sum.conversions + row.conversions,
        pending: sum.pending + row.pending,
        revenueMinor: sum.revenueMinor + row.revenueMinor,
      }),
      noConversions,
    );
  },

  /** By day; all but rejected and reversed ones. Amounts are net of refunds. */
  breakDownConversions: (owner: Owner, filter: BreakdownFilter) =>
    byDay({ affiliateSums }, inCurrency(owner, 'converted', { from: filter.since }), filter),

  /** The expected commissions of pending conversions, minor units. */
  sumExpected: async (owner: Owner): Promise<number> => {
    const sum = await affiliateSums.findOne(inCurrency(owner, 'expected', {}));
    return sum?.amountMinor ?? 0;
  },
});

const tierReports = ({ affiliateSums, commissions }: Collections) => ({
  /**
   * An affiliate's results since a moment, by campaign: the live commissions created since, and their sales less refunds in
   * the platform's currency.
   */
  measureByCampaign: async (
    affiliateId: string,
    since: Date,
  ): Promise<Map<string, TierFigures>> => {
    const { whole, parts } = splitByDays({ from: since });
    const stages = [
      { $match: rowsOf(affiliateId, 'created', whole) },
      {
        $group: {
          _id: '$campaignId',
          conversions: { $sum: '$count' },
          revenueMinor: { $sum: '$worthMinor' },
        },
      },
    ];
    type Measured = TierFigures & { readonly _id: string };
    const figures = new Map<string, TierFigures>();
    for (const { _id, ...row } of await affiliateSums.aggregate<Measured>(stages).toArray()) {
      if (row.conversions > 0) figures.set(_id, row);
    }
    for (const part of parts) {
      const created = commissions.find({ affiliateId, ...between('createdAt', part) });
      for await (const commission of created.project<Measurable>(measurable)) {
        if (!isLive(commission)) continue;
        const known = figures.get(commission.campaignId);
        figures.set(commission.campaignId, {
          conversions: (known?.conversions ?? 0) + 1,
          revenueMinor: (known?.revenueMinor ?? 0) + worthLeftMinor(commission),
        });
      }
    }
    return figures;
  },
});

type Measurable = Parameters<typeof isLive>[0] &
  Parameters<typeof worthLeftMinor>[0] & { readonly campaignId: string };
const measurable = {
  ...{ campaignId: 1, status: 1, amountMinor: 1, paidMinor: 1, reservedMinor: 1 },
  ...{ worthMinor: 1, earnedMinor: 1, entitledMinor: 1 },
} as const;
