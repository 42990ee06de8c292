import { type PayoutProvider } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { type Deps } from './deps.ts';
import { type Decision, decideSettled } from './domain/payout-steps.ts';
import { type Payout, paymentKey } from './domain/payout.ts';
import { decideOutcome, type ProviderOutcome } from './domain/provider-outcome.ts';
import { dueAfter } from './due.ts';
import { type PaymentOrder } from './providers/provider.ts';
import { type Loaded } from './store/payout-documents.ts';

/** Providers remember a key for a day at least. */
const KEY_IS_OLD_MS = 12 * 3_600_000;

/** What a provider is asked to pay for a payout. */
export const orderOf = (deps: Pick<Deps, 'clock'>, { payout, since }: Loaded): PaymentOrder => ({
  payoutId: payout.id,
  key: paymentKey(payout),
  destination: payout.destination,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
  lookFirst: deps.clock.now().getTime() - since.getTime() > KEY_IS_OLD_MS,
});

type Scope = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** Saves a decision with its events; a payout that changed meanwhile is left to whoever changed it. */
export const saveDecision = (deps: Deps, loaded: Loaded, decided: Decision): Promise<void> =>
  saveDecided(deps, loaded, () => Promise.resolve(decided));

/** The same for a payout that is paid: its invoice gets its number in the same commit. */
export const saveSettled = (deps: Deps, loaded: Loaded): Promise<void> =>
  saveDecided(deps, loaded, async ({ invoices }) => {
    const { id, affiliateId } = loaded.payout;
    const number = await invoices.issue(id, affiliateId, deps.clock.now());
    return decideSettled(loaded.payout, number);
  });

async function saveDecided(
  deps: Deps,
  { payout, version }: Loaded,
  decide: (scope: Scope) => Promise<Decision>,
): Promise<void> {
  const facts = { payout_id: payout.id, from: payout.step };
  try {
    const to = await deps.transaction(async (scope) => {
      const decided = await decide(scope);
      await scope.payouts.save(decided.payout, version, dueAfter(deps, decided.payout));
      await scope.outbox.add(...decided.events);
      return decided.payout.step;
    });
    deps.log.info({ ...facts, to }, 'payout moved on');
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_changed_meanwhile') throw error;
    deps.log.info(facts, 'the payout changed meanwhile');
  }
}

/** What a provider said of a payment by itself, or shows in its list. */
interface Said {
  readonly payoutId: string;
  readonly key: string | null;
  readonly outcome: ProviderOutcome;
}

/**
 * Takes in what a provider says. What changes nothing, because it comes twice, late or of an earlier try, is
 * forgotten. A failure of what was paid already is believed only where the provider repeats it
 * when asked: callbacks come out of order. True where something changed.
 */
export async function takeInOutcome(
  deps: Deps,
  provider: PayoutProvider,
  { payoutId, key, outcome }: Said,
): Promise<boolean> {
  const known = await deps.payouts.load(payoutId);
  if (known?.payout.provider !== provider || key !== paymentKey(known.payout)) return false;
  const said = isLateFailure(known.payout, outcome) ? await ask(deps, known) : outcome;
  return deps.transaction(async ({ payouts, outbox }) => {
    const loaded = await payouts.load(payoutId);
    if (loaded === undefined || key !== paymentKey(loaded.payout)) return false;
    const taken = isLateFailure(loaded.payout, said)
      ? { ...said, state: 'reversed' as const }
      : said;
    const decided = decideOutcome(loaded.payout, taken, deps.clock.now());
    if (decided === undefined) return false;
    await payouts.save(decided.payout, loaded.version, dueAfter(deps, decided.payout));
    await outbox.add(...decided.events);
    return true;
  });
}

const isLateFailure = ({ step }: Payout, { state }: ProviderOutcome): boolean =>
  state === 'failed' && (step === 'completed' || step === 'settling');

const ask = (deps: Deps, loaded: Loaded): Promise<ProviderOutcome> =>
  deps.providers[loaded.payout.provider].look(orderOf(deps, loaded), loaded.payout);
