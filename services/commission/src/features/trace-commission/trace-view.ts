import type { AttributionExplanation } from '../../clients/attribution-client.ts';
import { toWireNumber } from '@tributary/money';
import { commissionAmounts, effectiveRate, exactCommissions } from '@tributary/terms';
import { debtMinor, owedMinor } from '../../domain/commission.ts';
import type { EarnedConversion, Origin } from '../../domain/earned-conversion.ts';
import type { EarningBasis } from '../../domain/earning-basis.ts';
import { isBrandAccount } from '../../domain/ledger.ts';
import { PLATFORM_SCHEME } from '../../domain/tier.ts';
import type { CommissionFacts } from '../../store/trace-reports.ts';
import { commissionView } from '../../views/commission-view.ts';
import type { Trace } from './trace-schema.ts';

/** What the caller may see besides the commission itself. */
export interface Visibility {
  /** The other affiliates of the conversion. */
  readonly others: boolean;
  /** The affiliate's payouts and accounts, which brands never see. */
  readonly payouts: boolean;
  /** The administrators who acted. */
  readonly admins: boolean;
}

type Known = CommissionFacts & {
  readonly basis: EarningBasis;
  readonly origin: Origin;
  /** Whether the affiliate's account is suspended. */
  readonly isSuspended: boolean;
};

/** Every step from the click to the payout, so that a reader can compute the amount again. */
export function traceView(
  facts: Known,
  explanation: AttributionExplanation | undefined,
  visibility: Visibility,
): Trace {
  const { commission, conversion, basis } = facts;
  const { currency } = commission;
  const wire = (minor: number): number => toWireNumber(minor, currency);
  return {
    commission: {
      ...commissionView(commission, facts.isSuspended),
      ...(visibility.payouts ? {} : { payout_id: null, paid_at: null }),
    },
    ...originView(facts, clickView(facts, explanation, visibility)),
    attribution: attributionView(facts, explanation, visibility),
    rule: {
      type: basis.terms.type,
      base_rate: basis.terms.value,
      currency: basis.terms.currency,
      hold_days: basis.terms.holdDays,
      units: basis.units ?? 1,
      units_per: basis.unitsPer ?? 1,
      // A named commission is at most the order's value.
      named_commission:
        basis.namedMinor === null ? null : wire(Math.min(basis.namedMinor, basis.valueMinor)),
    },
    tier: tierView(basis, commission.affiliateId),
    exchange_rates: conversion.rates.map((rate) => ({
      currency: rate.currency,
      rate: rate.rate,
      effective_from: rate.effectiveFrom.toISOString(),
    })),
    calculation: calculationView(facts, visibility),
    hold: holdView(facts),
    adjustments: adjustmentsView(conversion, basis),
    attribution_changes: changesView(facts),
    cancellation: cancellationView(facts, visibility),
    payouts: visibility.payouts ? payoutsView(facts) : [],
    owed: wire(owedMinor(commission)),
    paid: visibility.payouts ? wire(commission.paidMinor) : null,
    set_aside: visibility.payouts ? wire(commission.reservedMinor) : null,
    owed_back: visibility.payouts ? wire(debtMinor(commission)) : null,
    ledger: ledgerView(facts, visibility),
  };
}

/** The order's own click, unless it belongs to an affiliate that the caller may not see. */
function clickView(
  { commission, basis, origin: { clickId } }: Known,
  explanation: AttributionExplanation | undefined,
  { others }: Visibility,
): string | null {
  const touches = [...basis.shares, ...(explanation?.path ?? [])];
  const isOwn = touches.some(
    (touch) => touch.clickId === clickId && touch.affiliateId === commission.affiliateId,
  );
  return isOwn || others ? clickId : null;
}

function originView({ commission, conversion, basis, origin }: Known, clickId: string | null) {
  return {
    conversion: {
      id: conversion.id,
      order_id: commission.orderId,
      source: origin.source,
      order_value: toWireNumber(basis.valueMinor, basis.currency),
      currency: basis.currency,
      click_id: clickId,
      clicked_at: origin.clickedAt?.toISOString() ?? null,
      converted_at: origin.convertedAt.toISOString(),
      tracked_at: origin.trackedAt.toISOString(),
    },
    fraud: { score: origin.fraudScore, requires_review: origin.requiresReview },
    approval: {
      approved_at: origin.approvedAt.toISOString(),
      approved_by: origin.approvedBy,
      notes: origin.notes,
    },
  };
}

function attributionView(
  { commission }: Known,
  explanation: AttributionExplanation | undefined,
  { others }: Visibility,
): Trace['attribution'] {
  if (explanation === undefined) return null;
  const path = explanation.path.map(({ affiliateId, clickId, occurredAt, ...touch }) => {
    const isOwn = affiliateId === commission.affiliateId;
    const isShown = isOwn || others;
    return {
      affiliate_id: isShown ? affiliateId : null,
      click_id: isShown && clickId !== '' ? clickId : null,
      is_own: isOwn,
      clicked_at: occurredAt === '' ? null : occurredAt,
      weight: touch.hasWeight ? touch.weight : null,
      coupon_code: isShown && touch.couponCode !== '' ? (touch.couponCode ?? null) : null,
    };
  });
  return { model: explanation.model, model_version: explanation.modelVersion, path };
}

function tierView(basis: EarningBasis, affiliateId: string): Trace['tier'] {
  const tier = basis.tiers?.[affiliateId];
  if (tier === undefined) return null;
  return {
    id: tier.tierId,
    name: tier.name,
    tier_level: tier.level,
    bonus_percent: tier.bonusPercent,
    early_payout: tier.earlyPayout,
    campaign_id: tier.schemeId === PLATFORM_SCHEME ? null : tier.schemeId,
    version: tier.schemeVersion,
  };
}

function calculationView(facts: Known, { others }: Visibility): Trace['calculation'] {
  const { commission, siblings, basis } = facts;
  const wire = (minor: number): number => toWireNumber(minor, commission.currency);
  // Lines of attribution changes split what the others earned.
  const earned = siblings.filter(({ changeId }) => changeId === undefined);
  const earnedOnMinor = earned.reduce((sum, { saleMinor }) => sum + saleMinor, 0);
  const exact = exactCommissions(basis, earnedOnMinor);
  const amounts = commissionAmounts(basis, earnedOnMinor);
  const parts = basis.shares.map(({ affiliateId, clickId, weight }, index) => {
    const isOwn = affiliateId === commission.affiliateId;
    const part = exact[index];
    return {
      affiliate_id: isOwn || others ? affiliateId : null,
      is_this_commission: isOwn,
      click_id: isOwn || others ? clickId : null,
      weight,
      rate: effectiveRate(basis, affiliateId),
      exact: `${String(part?.numerator ?? 0n)}/${String(part?.denominator ?? 1n)}`,
      amount: wire(amounts[index] ?? 0),
    };
  });
  return {
    earned_on: toWireNumber(earnedOnMinor, basis.currency),
    parts,
    rounding: 'half_even_once_then_largest_remainder',
    total: wire(amounts.reduce((sum, amount) => sum + amount, 0)),
    earned: wire(commission.earnedMinor),
  };
}

const holdView = ({ commission }: Known): Trace['hold'] =>
  commission.holdUntil === null
    ? null
    : {
        days: commission.terms.holdDays,
        until: commission.holdUntil.toISOString(),
        ended_at: commission.approvedAt?.toISOString() ?? null,
      };

const adjustmentsView = (
  { adjustments }: EarnedConversion,
  { currency }: EarningBasis,
): Trace['adjustments'] =>
  adjustments.map(({ id, reason, refundedMinor }) => ({
    id,
    type: reason,
    refunded_in_all: toWireNumber(refundedMinor, currency),
  }));

/** The affiliate's own part alone, so that nobody learns what others got. */
const changesView = ({ commission, conversion }: Known): Trace['attribution_changes'] =>
  (conversion.changes ?? []).flatMap(({ id, state, moves }) => {
    const own = moves.find(({ affiliateId }) => affiliateId === commission.affiliateId);
    if (state === 'skipped' || own === undefined) return [];
    const wire = (minor: number): number => toWireNumber(minor, commission.currency);
    return {
      id,
      state,
      before: wire(own.beforeMinor),
      after: wire(own.afterMinor),
      owed_back: wire(own.clawedBackMinor),
      is_line_of_it: commission.changeId === id,
    };
  });

function cancellationView({ commission }: Known, { admins }: Visibility): Trace['cancellation'] {
  const { cancelledAt, cancelReason, cancelledBy = null } = commission;
  if (cancelledAt === null) return null;
  return {
    reason: cancelReason,
    cancelled_by: admins ? cancelledBy : null,
    cancelled_at: cancelledAt.toISOString(),
  };
}

const payoutsView = ({ commission, reservations }: Known): Trace['payouts'] =>
  reservations.map((reservation) => {
    const item = reservation.items.find(({ commissionId }) => commissionId === commission.id);
    return {
      payout_id: reservation._id,
      amount: toWireNumber(item?.amountMinor ?? 0, commission.currency),
      state: reservation.state,
      reserved_at: reservation.reservedAt.toISOString(),
      settled_at: reservation.settledAt?.toISOString() ?? null,
      ended_at: reservation.endedAt?.toISOString() ?? null,
      provider_transaction_id: reservation.transactionId,
    };
  });

function ledgerView(
  { commission, transactions, entries }: Known,
  visibility: Visibility,
): Trace['ledger'] {
  const wire = (minor: number): number => toWireNumber(minor, commission.currency);
  // An affiliate's account balances cover all brands, so a brand sees only its own accounts.
  const shown = entries.filter(({ account }) => visibility.payouts || isBrandAccount(account));
  const byTransaction = Map.groupBy(shown, ({ transactionId }) => transactionId);
  return transactions.flatMap(({ _id, kind, at, cause }) => {
    const ofOne = byTransaction.get(_id);
    if (ofOne === undefined) return [];
    return {
      transaction_id: _id,
      kind,
      at: at.toISOString(),
      adjustment_id: cause.adjustmentId ?? null,
      attribution_change_id: cause.changeId ?? null,
      payout_id: visibility.payouts ? (cause.payoutId ?? null) : null,
      entries: ofOne.map((entry) => ({
        account: entry.account,
        amount: wire(entry.amountMinor),
        seq: entry.seq,
        balance_after: wire(entry.balanceMinor),
        hash: entry.hash,
      })),
    };
  });
}
