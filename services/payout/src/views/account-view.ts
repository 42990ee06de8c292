import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import {
  type DestinationField,
  destinationFieldOf,
  destinationFields,
} from '../clients/providers/registry.ts';
import { defaultOf, frequencies, type PayoutAccount } from '../domain/account.ts';

const text = z.string().nullable();

const fields = Object.keys(destinationFields) as DestinationField[];
/** One field per provider; that of the account's own holds the destination. */
const destinationSchemas = Object.fromEntries(fields.map((field) => [field, text])) as Record<
  DestinationField,
  typeof text
>;

export const accountSchema = z.object({
  id: z.uuid(),
  provider: z.enum(payoutProviders),
  ...destinationSchemas,
  minimum_payout_amount: z.number(),
  payout_frequency: z.enum(frequencies),
  auto_payout_enabled: z.boolean(),
  is_verified: z.boolean(),
  is_active: z.boolean(),
  is_default: z.boolean(),
  can_receive_payouts: z.boolean(),
  created_at: z.iso.datetime(),
});

const destinationOf = ({ provider, destination }: PayoutAccount) =>
  Object.fromEntries(
    fields.map((field) => [field, field === destinationFieldOf(provider) ? destination : null]),
  ) as Record<DestinationField, string | null>;

/** An account as its owner sees it, among all of the owner's. */
export const accountView = (
  account: PayoutAccount,
  all: readonly PayoutAccount[],
): z.output<typeof accountSchema> => ({
  id: account.id,
  provider: account.provider,
  ...destinationOf(account),
  minimum_payout_amount: toWireNumber(account.minimumPayoutMinor, 'USD'),
  payout_frequency: account.frequency,
  auto_payout_enabled: account.autoPayoutEnabled,
  is_verified: account.isVerified,
  is_active: account.isActive,
  is_default: defaultOf(all)?.id === account.id,
  can_receive_payouts: account.isVerified && account.isActive,
  created_at: account.createdAt.toISOString(),
});
