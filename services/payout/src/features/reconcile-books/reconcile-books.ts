import { type Provider } from '../../clients/providers/provider.ts';
import { type Deps } from '../../deps.ts';
import { applyProviderEvent } from '../../workflows/apply-provider-event.ts';
import { comparedSince, compareProvider } from '../../workflows/compare-books.ts';

const MAX_LOGGED = 20;

type ReconcileDeps = Parameters<typeof applyProviderEvent>[0] & Pick<Deps, 'gauges' | 'log'>;

/**
 * Compares each provider's list of payments with our payouts. Changes that no callback reported, such as a payment
 * that was taken back, are applied; differences that remain are logged for operators.
 */
export const reconcileBooks = (deps: ReconcileDeps) => async (): Promise<void> => {
  const since = comparedSince(deps.clock.now());
  for (const provider of Object.values(deps.providers)) await reconcile(deps, provider, since);
};

async function reconcile(deps: ReconcileDeps, provider: Provider, since: Date): Promise<void> {
  let applied = 0;
  for await (const { payoutId, key, outcome } of provider.listPayments(since)) {
    if (payoutId === null) continue;
    if (await applyProviderEvent(deps, provider.id, { payoutId, key, outcome })) applied += 1;
  }
  const { totals, differences } = await compareProvider(deps, provider, since);
  deps.gauges.differences.set({ provider: provider.id }, differences.length);
  const facts = { provider: provider.id, payments: totals.payments, applied };
  if (differences.length === 0) {
    deps.log.info(facts, 'the provider’s books agree with ours');
  } else {
    const first = differences.slice(0, MAX_LOGGED);
    deps.log.error({ ...facts, differences: first }, 'the provider’s books disagree with ours');
  }
}
