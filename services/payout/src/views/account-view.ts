import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { defaultOf, frequencies, type PayoutAccount } from '../domain/account.ts';

const text = z.string().nullable();

export const accountSchema = z.object({
  id: z.uuid(),
  provider: z.enum(payoutProviders),
  cardproc_account_id: text,
  walletco_email: text,
  minimum_payout_amount: z.number(),
  payout_frequency: z.enum(frequencies),
  auto_payout_enabled: z.boolean(),
  is_verified: z.boolean(),
  is_active: z.boolean(),
  is_default: z.boolean(),
  can_receive_payouts: z.boolean(),
  created_at: z.iso.datetime(),
});

/** An account as its owner sees it, among all of the owner's. */
export const accountView = (
  account: PayoutAccount,
  all: readonly PayoutAccount[],
): z.output<typeof accountSchema> => ({
  id: account.id,
  provider: account.provider,
  cardproc_account_id: account.provider === 'cardproc_connect' ? account.destination : null,
  walletco_email: account.provider === 'walletco_payouts' ? account.destination : null,
  minimum_payout_amount: toWireNumber(account.minimumPayoutMinor, 'USD'),
  payout_frequency: account.frequency,
  auto_payout_enabled: account.autoPayoutEnabled,
  is_verified: account.isVerified,
  is_active: account.isActive,
  is_default: defaultOf(all)?.id === account.id,
  can_receive_payouts: account.isVerified && account.isActive,
  created_at: account.createdAt.toISOString(),
});
