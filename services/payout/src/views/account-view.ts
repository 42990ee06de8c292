import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { defaultOf, frequencies, isPayable, type PayoutAccount } from '../domain/account.ts';
import {
  type DestinationField,
  destinationFieldNames,
  destinationFieldOf,
} from './provider-fields.ts';

const text = z.string().nullable();

/** One field per provider; the field of the account's provider holds the destination, the others are null. */
const destinationSchemas = Object.fromEntries(
  destinationFieldNames.map((field) => [field, text]),
) as Record<DestinationField, typeof text>;

export const accountSchema = z
  .object({
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
  })
  .meta({ id: 'PayoutAccount', description: 'Where an affiliate is paid' });

const destinationOf = ({ provider, destination }: PayoutAccount) =>
  Object.fromEntries(
    destinationFieldNames.map((field) => [
      field,
      field === destinationFieldOf(provider) ? destination : null,
    ]),
  ) as Record<DestinationField, string | null>;

/** One of an affiliate's accounts. @param all the affiliate's accounts, of which one is the default */
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
  can_receive_payouts: isPayable(account),
  created_at: account.createdAt.toISOString(),
});
