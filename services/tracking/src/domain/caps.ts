import {
  budgetLimits,
  type CampaignLimits,
  type CampaignSnapshot,
  periodsAt,
  type Span,
  spans,
  type UnpayableReason,
} from '@tributary/contracts';
import { type BookedCommission, type Conversion } from './conversion.ts';
import { type Earning, expectedCommission, wholeCommission } from './expected-commission.ts';
import { hasMoneyLimits } from './campaign-limits.ts';

/** The count against a campaign's limits in one period. */
export interface Count {
  readonly conversions: number;
  /** In the campaign's currency, minor units. */
  readonly commissionMinor: number;
}

/** Counts by the names of periods (see periodsAt). */
export type Counts = Readonly<Record<string, Count>>;

const none: Count = { conversions: 0, commissionMinor: 0 };
/** Only the two newest periods of each kind remain: clocks of instances differ by less than a day. */
const MAX_OF_A_KIND = 2;

/** The addition of a conversion to the counts of its campaign. */
export interface CapUse {
  readonly campaignId: string;
  readonly periods: readonly string[];
  readonly conversions: number;
  readonly commissionMinor: number;
}

/** What decides how a conversion counts. */
export type Countable = Earning &
  Pick<Conversion, 'campaignId' | 'status' | 'unpayableReason' | 'createdAt'>;

/** Whether a conversion counts: it is credited and payable, or approved manually. */
const isCounted = ({ affiliateId, unpayableReason, status }: Countable): boolean =>
  affiliateId !== null && (unpayableReason === null || status === 'approved');

/** The cap use of a conversion, undefined for none. It is computed when needed and not stored. */
export function capUseOf(conversion: Countable): CapUse | undefined {
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
  const newest = [...kinds.values()].flatMap((names) => names.slice(0, MAX_OF_A_KIND));
  return Object.fromEntries(newest.map((name) => [name, counts[name] ?? none]));
};

/** The counts after adding (1) or removing (-1) a use. */
export function counted(counts: Counts, use: CapUse, sign: number): Counts {
  const changed = use.periods.map((name): [string, Count] => {
    const before = counts[name] ?? none;
    const conversions = Math.max(0, before.conversions + sign * use.conversions);
    const commissionMinor = Math.max(0, before.commissionMinor + sign * use.commissionMinor);
    return [name, { conversions, commissionMinor }];
  });
  return pruned({ ...counts, ...Object.fromEntries(changed) });
}

/** Whether an addition would exceed the limit of any span. */
function exceeds(
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

/** The limit of its campaign that a conversion would exceed, if any. */
function reasonAgainst(
  conversion: Conversion,
  campaign: CampaignSnapshot,
  counts: Counts,
): UnpayableReason | undefined {
  const periods = periodsAt(conversion.createdAt);
  const at = (span: Span): Count => counts[periods[span]] ?? none;
  if (exceeds(campaign.caps?.conversions, (span) => at(span).conversions, 1)) {
    return 'capped';
  }
  if (!hasMoneyLimits(campaign)) return undefined;
  const { amountMinor, currency } = wholeCommission(conversion);
  // The cost in the limits' currency is unknown here; the brand decides manually.
  if (currency !== campaign.commission.currency) return 'held_for_review';
  const spent = (span: Span): number => at(span).commissionMinor;
  if (exceeds(campaign.caps?.commissionMinor, spent, amountMinor)) return 'capped';
  return exceeds(budgetLimits(campaign), spent, amountMinor) ? 'budget_spent' : undefined;
}

/**
 * Counts conversions of one campaign in sequence. A conversion that would exceed a cap or the budget is
 * recorded as unpayable, with the reason, until its brand approves it manually.
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

/** A change of the counts: an addition (1) or a removal (-1). */
export interface CapChange {
  readonly use: CapUse;
  readonly sign: 1 | -1;
}

/** The changes of the counts after a decision or a change of credit. */
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

/** The credit that an assessment gives a conversion. */
export interface CreditChange {
  readonly before: Conversion;
  readonly after: Conversion;
}

/** Whether the campaign's limits have room for what a change of credit adds to the cost. */
function hasRoom(
  changes: readonly CapChange[],
  campaign: CampaignSnapshot,
  counts: Counts,
): boolean {
  return changes.every(({ use: { periods, commissionMinor } }) => {
    if (commissionMinor <= 0) return true;
    const spent = (span: Span): number =>
      counts[periods[spans.indexOf(span)] ?? '']?.commissionMinor ?? 0;
    const limits = [campaign.caps?.commissionMinor, budgetLimits(campaign)];
    return !limits.some((limit) => exceeds(limit, spent, commissionMinor));
  });
}

/**
 * Counts a change of credit. The tier bonuses of newly credited affiliates are left out where the campaign's limits have
 * no room for them: the order was admitted at its cost with the bonuses of then.
 */
export function decideCredit(
  { before, after }: CreditChange,
  campaign: CampaignSnapshot,
  counts: Counts,
): { readonly conversion: Conversion; readonly counts: Counts } {
  const conversion = hasRoom(capChanges(before, after), campaign, counts)
    ? after
    : withoutAddedBonuses(before, after);
  const changes = capChanges(before, conversion);
  return {
    conversion,
    counts: changes.reduce((sum, { use, sign }) => counted(sum, use, sign), counts),
  };
}

function withoutAddedBonuses(
  { tierBonuses: known = {} }: Conversion,
  after: Conversion,
): Conversion {
  const bonuses = Object.entries(after.tierBonuses ?? {});
  const kept = bonuses.map(([id, bonus]) => [id, id in known ? bonus : '0'] as const);
  return { ...after, tierBonuses: Object.fromEntries(kept) };
}

/**
 * The difference between a booked commission and the amount expected at intake: a tier's bonus whose event
 * arrived after the conversion.
 */
export function correctionFor(conversion: Countable, booked: BookedCommission): CapChange[] {
  const use = capUseOf(conversion);
  const expected = expectedCommission(conversion, booked.affiliateId);
  const isComparable =
    expected.currency === booked.currency && booked.currency === conversion.terms.currency;
  const commissionMinor = booked.amountMinor - expected.amountMinor;
  if (use === undefined || !isComparable || commissionMinor === 0) return [];
  return [{ use: { ...use, conversions: 0, commissionMinor }, sign: 1 }];
}
