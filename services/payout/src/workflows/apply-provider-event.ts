import { type PayoutProvider } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { paymentKey, type Payout } from '../domain/payout.ts';
import { type Decision } from '../domain/payout-steps.ts';
import { decideOutcome, type ProviderOutcome } from '../domain/provider-outcome.ts';
import { type LoadedPayout } from '../store/payout-documents.ts';
import { paymentOrderOf } from './payment-order.ts';

/** A provider's report on a payment, from a callback or from its list of payments. */
interface ProviderEvent {
  readonly payoutId: string;
  readonly key: string | null;
  readonly outcome: ProviderOutcome;
}

type ApplyDeps = Pick<Deps, 'clock' | 'payoutWriter' | 'payouts' | 'providers'>;

/**
 * Applies a provider's report to its payout. A report that is a duplicate, late or about an earlier attempt changes
 * nothing. A failure of a payment that was paid already is checked with the provider first, because
 * callbacks arrive out of order.
 * @returns whether anything changed
 */
export async function applyProviderEvent(
  deps: ApplyDeps,
  provider: PayoutProvider,
  { payoutId, key, outcome }: ProviderEvent,
): Promise<boolean> {
  for (;;) {
    const loaded = await deps.payouts.load(payoutId);
    if (loaded?.payout.provider !== provider || key !== paymentKey(loaded.payout)) return false;
    const decided = await decideEvent(deps, loaded, outcome);
    if (decided === undefined) return false;
    // Where the payout changed meanwhile, decide again on its new state.
    const change = { loaded, decide: () => Promise.resolve(decided) };
    if (await deps.payoutWriter.save(change)) return true;
  }
}

async function decideEvent(
  deps: Pick<Deps, 'clock' | 'providers'>,
  loaded: LoadedPayout,
  reported: ProviderOutcome,
): Promise<Decision | undefined> {
  const { payout } = loaded;
  const now = deps.clock.now();
  if (!isFailureAfterPayment(payout, reported)) return decideOutcome(payout, reported, now);
  const order = paymentOrderOf(loaded, now);
  const current = await deps.providers[payout.provider].checkPayment(order, payout);
  const confirmed = isFailureAfterPayment(payout, current)
    ? { ...current, state: 'reversed' as const }
    : current;
  return decideOutcome(payout, confirmed, deps.clock.now());
}

const isFailureAfterPayment = ({ step }: Payout, { state }: ProviderOutcome): boolean =>
  state === 'failed' && (step === 'completed' || step === 'settling');
