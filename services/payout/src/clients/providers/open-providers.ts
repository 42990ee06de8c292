import { type PayoutProvider } from '@tributary/contracts';
import { type FeeRule } from '../../domain/fee.ts';
import { openProviderHttp } from './http.ts';
import { type Provider } from './provider.ts';
import { allDefinitions } from './registry.ts';

type ByProvider<Part> = Readonly<Record<PayoutProvider, Part>>;

export interface OpenedProviders {
  readonly providers: ByProvider<Provider>;
  readonly fees: ByProvider<FeeRule>;
  readonly close: () => Promise<void>;
}

/**
 * Opens all providers, each with its own connections and circuit breaker.
 * @param onCircuit called when a provider's breaker opens and closes
 */
export function openProviders(
  settings: Readonly<Record<string, unknown>> & { readonly PROVIDER_TIMEOUT_MS: number },
  onCircuit: (provider: PayoutProvider, isOpen: boolean) => void,
): OpenedProviders {
  const opened = allDefinitions.map((definition) => {
    const http = openProviderHttp(definition.baseUrl(settings), {
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      onCircuit: (isOpen) => {
        onCircuit(definition.id, isOpen);
      },
    });
    return { http, provider: definition.open(http, settings), fee: definition.fee(settings) };
  });
  const byId = <Part>(part: (one: (typeof opened)[number]) => Part): ByProvider<Part> =>
    Object.fromEntries(
      opened.map((one) => [one.provider.id, part(one)]),
    ) as unknown as ByProvider<Part>;
  return {
    providers: byId(({ provider }) => provider),
    fees: byId(({ fee }) => fee),
    close: async () => {
      await Promise.all(opened.map(({ http }) => http.close()));
    },
  };
}
