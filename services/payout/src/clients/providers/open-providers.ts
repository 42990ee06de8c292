import { type PayoutProvider } from '@tributary/contracts';
import { type FeeRule } from '../../domain/fee.ts';
import { type CallOutcome, openProviderHttp } from './http.ts';
import { type Provider } from './provider.ts';
import { allDefinitions } from './registry.ts';

type ByProvider<Part> = Readonly<Record<PayoutProvider, Part>>;

export interface OpenedProviders {
  readonly providers: ByProvider<Provider>;
  readonly fees: ByProvider<FeeRule>;
  readonly close: () => Promise<void>;
}

/** Called with what happens between this service and a provider. */
export interface ProviderObserver {
  /** The provider's breaker opened or closed. */
  readonly onCircuit: (provider: PayoutProvider, isOpen: boolean) => void;
  /** A call ended. Where the breaker is open, none is made. */
  readonly onCall: (provider: PayoutProvider, outcome: CallOutcome, ms: number) => void;
}

/** Opens all providers, each with its own connections and circuit breaker. */
export function openProviders(
  settings: Readonly<Record<string, unknown>> & { readonly PROVIDER_TIMEOUT_MS: number },
  { onCircuit, onCall }: Partial<ProviderObserver> = {},
): OpenedProviders {
  const opened = allDefinitions.map((definition) => {
    const http = openProviderHttp(definition.baseUrl(settings), {
      timeoutMs: settings.PROVIDER_TIMEOUT_MS,
      onCircuit: (isOpen) => {
        onCircuit?.(definition.id, isOpen);
      },
      onCall: (outcome, ms) => {
        onCall?.(definition.id, outcome, ms);
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
