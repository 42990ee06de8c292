import {
  type CallTerms,
  type CampaignSnapshot,
  type CommissionTerms,
  type UnpayableReason,
} from '@tributary/contracts';
import { invalid } from '@tributary/errors';
import { formatAmount } from '@tributary/money';
import { MINUTE_SECONDS } from '@tributary/units';

/** The payout of a call, minor units. Every started minute counts. */
function callPayout({ payoutType, payoutMinor }: CallTerms, durationSeconds: number): number {
  if (payoutType === 'per_call') return payoutMinor;
  return payoutMinor * Math.ceil(durationSeconds / MINUTE_SECONDS);
}

/**
 * The terms of one call, frozen as a fixed amount. A call below the minimum duration is recorded and earns
 * nothing, even if its brand approves it.
 * @throws invalid not_a_call_campaign
 */
export function decideCallTerms(
  { call, commission }: Pick<CampaignSnapshot, 'call' | 'commission'>,
  durationSeconds: number,
): { readonly terms: CommissionTerms; readonly unpayableReason: UnpayableReason | null } {
  if (call === null || call === undefined) {
    throw invalid('not_a_call_campaign', { message: 'The campaign does not pay for calls' });
  }
  const isTooShort = durationSeconds < call.minDurationSeconds;
  const amountMinor = isTooShort ? 0 : callPayout(call, durationSeconds);
  const value = formatAmount(amountMinor, commission.currency);
  return {
    terms: { ...commission, type: 'fixed', value },
    unpayableReason: isTooShort ? 'below_minimum_duration' : null,
  };
}
