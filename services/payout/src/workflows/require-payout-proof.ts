import { type Actor, requireFreshProof } from '@tributary/service';
import { type Deps } from '../deps.ts';

/** For the `errors` of routes that make payouts. */
export const payoutProofErrors = {
  step_up_required:
    'Above STEP_UP_PAYOUT_ABOVE, and the person’s last proof is too old: `POST /api/auth/step-up` returns a token for this (403)',
} as const;

/**
 * Large payouts require a fresh proof of the person. API keys prove no person: they pay to accounts alone
 * that a person has added, and new ones are held.
 * @param amountMinor US cents
 * @throws forbidden `step_up_required`
 */
export function requirePayoutProof(
  { payoutProof }: Pick<Deps, 'payoutProof'>,
  actor: Actor,
  amountMinor: number,
): void {
  if (actor.scopes !== undefined || amountMinor <= payoutProof.aboveMinor) return;
  requireFreshProof(actor, payoutProof.terms, payoutProof.clock.now());
}
