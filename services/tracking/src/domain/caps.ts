import {
  budgetLimits,
  type CampaignLimits,
  type CampaignSnapshot,
  type UnpayableReason,
} from '@tributary/contracts';
import { type BookedCommission, type Conversion } from './conversion.ts';
import { type Amount, expectedCommission } from './expected-commission.ts';
import { hasMoneyLimits, periodsAt, type Span, spans } from './limits.ts';

/** What counts against a campaign's limits in one period. */
export interface Count {
  readonly conversions: number;
  /** In the campaign's currency, minor units. */
  readonly commissionMinor: number;
}

/** By the names of periods (see limits.ts). */
export type Counts = Readonly<Record<string, Count>>;

const none: Count = { conversions: 0, commissionMinor: 0 };
/** Of each kind of period the newest two: clocks of instances differ by less than a day. */
const KEPT_OF_A_KIND = 2;

/** What a conversion adds to the counts of its campaign; `undefined` where it adds nothing. */
export interface CapUse {
  readonly campaignId: string;
  readonly periods: readonly string[];
  readonly conversions: number;
  readonly commissionMinor: number;
}

/** All that the order will cost, whatever refunds take off it later. */
export const wholeCommission = (conversion: Conversion): Amount =>
  expectedCommission({ ...conversion, refundedMinor: 0 });

/** A conversion that nobody is credited with, or that does not earn, takes nobody's place. */
const isCounted = ({ affiliateId, unpayableReason, status }: Conversion): boolean =>
  affiliateId !== null && (unpayableReason === null || status === 'approved');

/** What this conversion counts for. It can be worked out again, so that it is not stored. */
export function capUseOf(conversion: Conversion): CapUse | undefined {
  if (!isCounted(conversion)) return undefined;
  const { amountMinor, currency } = wholeCommission(conversion);
  return {
    campaignId: conversion.campaignId,
    periods: Object.values(periodsAt(conversion.createdAt)),
    conversions: 1,
    commissionMinor: currency === conversion.terms.currency ? amountMinor : 0,
  };
}

const pruned = (counts: Counts): Counts => {
  const kinds = Map.groupBy(Object.keys(counts).sort().reverse(), (name) => name[0]);
  const kept = [...kinds.values()].flatMap((names) => names.slice(0, KEPT_OF_A_KIND));
  return Object.fromEntries(kept.map((name) => [name, counts[name] ?? none]));
};

/** The counts with a use added (1), or taken back (-1). */
export function counted(counts: Counts, use: CapUse, sign: number): Counts {
  const changed = use.periods.map((name): [string, Count] => {
    const before = counts[name] ?? none;
    const conversions = Math.max(0, before.conversions + sign * use.conversions);
    const commissionMinor = Math.max(0, before.commissionMinor + sign * use.commissionMinor);
    return [name, { conversions, commissionMinor }];
  });
  return pruned({ ...counts, ...Object.fromEntries(changed) });
}

/** Whether one more would pass a limit of any span. */
function passes(
  limits: CampaignLimits | undefined,
  soFar: (span: Span) => number,
  more: number,
): boolean {
  if (limits === undefined) return false;
  return spans.some((span) => {
    const limit = limits[span];
    return limit !== null && soFar(span) + more > limit;
  });
}

/** Why a conversion does not fit into its campaign's limits; undefined where it does. */
function reasonAgainst(
  conversion: Conversion,
  campaign: CampaignSnapshot,
  counts: Counts,
): UnpayableReason | undefined {
  const periods = periodsAt(conversion.createdAt);
  const at = (span: Span): Count => counts[periods[span]] ?? none;
  if (passes(campaign.caps?.conversions, (span) => at(span).conversions, 1)) {
    return 'conversion_cap';
  }
  if (!hasMoneyLimits(campaign)) return undefined;
  const { amountMinor, currency } = wholeCommission(conversion);
  // What it would cost in the limits' currency is not known here; its brand decides by hand.
  if (currency !== campaign.commission.currency) return 'other_currency';
  const spent = (span: Span): number => at(span).commissionMinor;
  if (passes(campaign.caps?.commissionMinor, spent, amountMinor)) return 'commission_cap';
  return passes(budgetLimits(campaign), spent, amountMinor) ? 'budget_exhausted' : undefined;
}

/**
 * Lets conversions of one campaign count one after the other. What passes a cap or the budget is
 * recorded, and unpayable with its reason until its brand approves it by hand.
 */
export function decideCaps(
  arrived: readonly Conversion[],
  campaign: CampaignSnapshot,
  before: Counts,
): { readonly conversions: readonly Conversion[]; readonly counts: Counts } {
  let counts = before;
  const conversions = arrived.map((conversion): Conversion => {
    const use = capUseOf(conversion);
    if (use === undefined) return conversion;
    const unpayableReason = reasonAgainst(conversion, campaign, counts);
    if (unpayableReason !== undefined) {
      return { ...conversion, unpayableReason, requiresReview: true };
    }
    counts = counted(counts, use, 1);
    return conversion;
  });
  return { conversions, counts };
}

/** A change of what conversions count for: added (1) or taken back (-1). */
export interface CapChange {
  readonly use: CapUse;
  readonly sign: 1 | -1;
}

/** The changes by which what was decided, or credited anew, begins to count, stops, or costs another sum. */
export function capChanges(before: Conversion, after: Conversion): readonly CapChange[] {
  const had = isLive(before) ? capUseOf(before) : undefined;
  const has = isLive(after) ? capUseOf(after) : undefined;
  if (had === undefined) return has === undefined ? [] : [{ use: has, sign: 1 }];
  if (has === undefined) return [{ use: had, sign: -1 }];
  const commissionMinor = has.commissionMinor - had.commissionMinor;
  if (commissionMinor === 0) return [];
  return [{ use: { ...has, conversions: 0, commissionMinor }, sign: 1 }];
}

const isLive = ({ status }: Conversion): boolean => status === 'pending' || status === 'approved';

/**
 * What a commission costs beyond what was expected of it when the conversion came in: a tier's bonus,
 * where word of it was still on its way then.
 */
export function correctionFor(conversion: Conversion, booked: BookedCommission): CapChange[] {
  const use = capUseOf(conversion);
  const expected = expectedCommission(conversion, booked.affiliateId);
  const isComparable =
    expected.currency === booked.currency && booked.currency === conversion.terms.currency;
  const commissionMinor = booked.amountMinor - expected.amountMinor;
  if (use === undefined || !isComparable || commissionMinor === 0) return [];
  return [{ use: { ...use, conversions: 0, commissionMinor }, sign: 1 }];
}
