import { type Deps } from '../../deps.ts';
import { type Provider } from '../../clients/providers/provider.ts';
import { takeInOutcome } from '../../workflows/apply-provider-event.ts';
import { compareProvider } from '../../workflows/compare-books.ts';

const DAY_MS = 86_400_000;
/** Wallets send back after 30 days what nobody claimed. */
const LOOK_BACK_DAYS = 35;
const SHOWN = 20;

/**
 * Compares each provider's list with ours. News that no callback brought, such as a payment that was taken
 * back, is taken in; what disagrees then is for people to look at.
 */
export const reconcileNightly = (deps: Deps) => async (): Promise<void> => {
  const since = new Date(deps.clock.now().getTime() - LOOK_BACK_DAYS * DAY_MS);
  for (const provider of Object.values(deps.providers)) await reconcile(deps, provider, since);
};

async function reconcile(deps: Deps, provider: Provider, since: Date): Promise<void> {
  let news = 0;
  for await (const { payoutId, key, outcome } of provider.listPayments(since)) {
    if (payoutId === null) continue;
    if (await takeInOutcome(deps, provider.id, { payoutId, key, outcome })) news += 1;
  }
  const { totals, differences } = await compareProvider(deps, provider, since);
  deps.gauges.differences.set({ provider: provider.id }, differences.length);
  const facts = { provider: provider.id, payments: totals.payments, news };
  if (differences.length === 0) {
    deps.log.info(facts, 'the provider’s books agree with ours');
  } else {
    const shown = differences.slice(0, SHOWN);
    deps.log.error({ ...facts, differences: shown }, 'the provider’s books disagree with ours');
  }
}
