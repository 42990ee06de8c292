import { type PayoutProvider } from '@tributary/contracts';
import { cardprocConnect } from './cardproc/definition.ts';
import { type ProviderDefinition } from './provider.ts';
import { walletcoPayouts } from './walletco/definition.ts';

// Another provider needs a folder beside these, a line in both lists here, its fields in views/provider-fields.ts, and
// its name in the contracts.

/** All providers. */
const definitions = {
  cardproc_connect: cardprocConnect,
  walletco_payouts: walletcoPayouts,
} as const satisfies Record<PayoutProvider, unknown>;

/** The settings of all providers. */
export const providerSettings = { ...cardprocConnect.settings, ...walletcoPayouts.settings };

/** The definitions as a list of the general type. */
export const allDefinitions = Object.values(
  definitions,
) as unknown as readonly ProviderDefinition[];

/** The settings of all providers for the bundled sandbox. */
export const sandboxSettings = (sandboxUrl: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...allDefinitions.map((one) => one.sandboxSettings(sandboxUrl))) as Readonly<
    Record<string, string>
  >;
