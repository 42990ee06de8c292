import { type PayoutProvider } from '@tributary/contracts';
import { cardprocConnect } from './cardproc/definition.ts';
import { type ProviderDefinition } from './provider.ts';
import { walletcoPayouts } from './walletco/definition.ts';

// A third provider is one folder beside these, its line in each of the four lists, and its name in the contracts.

/** Every provider there is. */
export const definitions = {
  cardproc_connect: cardprocConnect,
  walletco_payouts: walletcoPayouts,
} as const satisfies Record<PayoutProvider, unknown>;

/** The settings of all providers. */
export const providerSettings = { ...cardprocConnect.settings, ...walletcoPayouts.settings };

/** The fields that name a destination, one per provider. */
export const destinationFields = { ...cardprocConnect.account, ...walletcoPayouts.account };

/** The fields that show providers' ids. */
export const shownIds = { ...cardprocConnect.shownIds, ...walletcoPayouts.shownIds };

export type DestinationField = keyof typeof destinationFields;
export type ShownId = keyof typeof shownIds;

/** The definitions as a list of the general type. */
export const allDefinitions = Object.values(
  definitions,
) as unknown as readonly ProviderDefinition[];

/** The field that names a destination at this provider. */
export const destinationFieldOf = (provider: PayoutProvider): DestinationField =>
  Object.keys(definitions[provider].account)[0] as DestinationField;

/** What the bundled sandbox wants of all providers. */
export const sandboxSettings = (sandboxUrl: string): Readonly<Record<string, string>> =>
  Object.assign({}, ...allDefinitions.map((one) => one.sandboxSettings(sandboxUrl))) as Readonly<
    Record<string, string>
  >;
