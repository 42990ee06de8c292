import { type PayoutProvider } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { type Decision, decideRestored, decideSettled } from '../domain/payout-steps.ts';
import { type Payout, paymentKey } from '../domain/payout.ts';
import { decideOutcome, type ProviderOutcome } from '../domain/provider-outcome.ts';
import { type Move } from './payout-writer.ts';
import { type PaymentOrder } from '../clients/providers/provider.ts';
import { type Loaded } from '../store/payout-documents.ts';

/** Providers remember a key for a day at least. */
const KEY_IS_OLD_MS = 12 * HOUR_MS;

/** What a provider is asked to pay for a payout. */
export const orderOf = (deps: Pick<Deps, 'clock'>, { payout, since }: Loaded): PaymentOrder => ({
  payoutId: payout.id,
  key: paymentKey(payout),
  destination: payout.destination,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
  lookFirst: deps.clock.now().getTime() - since.getTime() > KEY_IS_OLD_MS,
});

/** Saves a decision with its events; a payout that changed meanwhile is left to whoever changed it. */
export const saveDecision = (deps: Deps, loaded: Loaded, decided: Decision): Promise<void> =>
  saveOrLeave(deps, loaded, () => Promise.resolve(decided));

/** The same for a payout that is paid: its invoice gets its number in the same commit. */
export const saveSettled = (deps: Deps, loaded: Loaded): Promise<void> =>
  saveOrLeave(deps, loaded, async ({ invoices }) => {
    const { id, affiliateId } = loaded.payout;
    const number = await invoices.issue(id, affiliateId, deps.clock.now());
    return decideSettled(loaded.payout, number);
  });

/** The same for one that was taken back: its invoice is taken back by a credit note, in the same commit. */
export const saveRestored = (deps: Deps, loaded: Loaded): Promise<void> =>
  saveOrLeave(deps, loaded, async ({ invoices }) => {
    const { payout } = loaded;
    const { id, affiliateId, invoiceNumber } = payout;
    if (invoiceNumber === null) return decideRestored(payout, null);
    const number = await invoices.issueCreditNote(id, affiliateId, deps.clock.now());
    return decideRestored(payout, number);
  });

async function saveOrLeave(deps: Deps, loaded: Loaded, decide: Move['decide']): Promise<void> {
  const facts = { payout_id: loaded.payout.id, from: loaded.payout.step };
  if (await deps.saving.save({ loaded, decide })) deps.log.info(facts, 'payout moved on');
  else deps.log.info(facts, 'the payout changed meanwhile');
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
  for (;;) {
    const loaded = await deps.payouts.load(payoutId);
    if (loaded?.payout.provider !== provider || key !== paymentKey(loaded.payout)) return false;
    const decided = await decideSaid(deps, loaded, outcome);
    if (decided === undefined) return false;
    // Where it changed meanwhile, what was said is judged again by what it is now.
    if (await deps.saving.save({ loaded, decide: () => Promise.resolve(decided) })) return true;
  }
}

async function decideSaid(
  deps: Deps,
  loaded: Loaded,
  outcome: ProviderOutcome,
): Promise<Decision | undefined> {
  const { payout } = loaded;
  const isLate = isLateFailure(payout, outcome);
  const said = isLate ? await ask(deps, loaded) : outcome;
  const taken = isLateFailure(payout, said) ? { ...said, state: 'reversed' as const } : said;
  return decideOutcome(payout, taken, deps.clock.now());
}

const isLateFailure = ({ step }: Payout, { state }: ProviderOutcome): boolean =>
  state === 'failed' && (step === 'completed' || step === 'settling');

const ask = (deps: Deps, loaded: Loaded): Promise<ProviderOutcome> =>
  deps.providers[loaded.payout.provider].look(orderOf(deps, loaded), loaded.payout);
