import { type Deps } from '../../deps.ts';
import { type Difference, type ProviderTotals } from '../../domain/reconciliation.ts';
import { comparedSince, compareProvider } from '../../workflows/compare-books.ts';

export interface ProviderBooks {
  readonly since: Date;
  readonly providers: readonly ProviderTotals[];
  readonly differences: readonly Difference[];
}

/** Compares each provider's payments with our payouts. @throws unavailable where a provider does not answer */
export async function compareProviders(
  deps: Pick<Deps, 'clock' | 'payouts' | 'providers'>,
): Promise<ProviderBooks> {
  const since = comparedSince(deps.clock.now());
  const providers: ProviderTotals[] = [];
  const differences: Difference[] = [];
  for (const provider of Object.values(deps.providers)) {
    const found = await compareProvider(deps, provider, since);
    providers.push(found.totals);
    differences.push(...found.differences);
  }
  return { since, providers, differences };
}
