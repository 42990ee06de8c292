import { z } from 'zod';
import { type PayoutProvider } from '@tributary/contracts';
import { type PaymentIds } from '../domain/provider-outcome.ts';

/** How the API shows each provider. */
const providerFields = {
  cardproc_connect: {
    /** The one field of an account that holds its destination. */
    destination: {
      cardproc_account_id: z
        .string()
        .regex(/^acct_\w{1,64}$/, 'Must be acct_ and up to 64 letters, digits or _')
        .optional(),
    },
    /** The kind of payment, in lists. */
    paymentMethod: 'bank_transfer',
    /** The fields of a payout that show the provider's own ids. */
    paymentIds: { cardproc_payout_id: 'transactionId' },
  },
  walletco_payouts: {
    destination: { walletco_email: z.email().max(254).toLowerCase().optional() },
    paymentMethod: 'wallet',
    paymentIds: { walletco_payout_batch_id: 'batchId', walletco_payout_item_id: 'itemId' },
  },
} as const satisfies Record<
  PayoutProvider,
  {
    destination: z.ZodRawShape;
    paymentMethod: string;
    paymentIds: Readonly<Record<string, keyof PaymentIds>>;
  }
>;

const { cardproc_connect: cardproc, walletco_payouts: walletco } = providerFields;

/** The destination fields of all providers. */
export const destinationFields = { ...cardproc.destination, ...walletco.destination };
export type DestinationField = keyof typeof destinationFields;
export const destinationFieldNames = Object.keys(destinationFields) as DestinationField[];

/** The field that holds the destination of an account with this provider. */
export const destinationFieldOf = (provider: PayoutProvider): DestinationField =>
  Object.keys(providerFields[provider].destination)[0] as DestinationField;

/** The kind of payment that a provider makes. */
export const paymentMethodOf = (provider: PayoutProvider): string =>
  providerFields[provider].paymentMethod;

export type PaymentIdField = keyof typeof cardproc.paymentIds | keyof typeof walletco.paymentIds;
export const paymentIdFields = Object.keys({
  ...cardproc.paymentIds,
  ...walletco.paymentIds,
}) as PaymentIdField[];

/** The ids that a provider gave to a payment, by field; fields of other providers are null. */
export function paymentIdsOf(
  provider: PayoutProvider,
  ids: PaymentIds,
): Record<PaymentIdField, string | null> {
  const own: Readonly<Record<string, keyof PaymentIds>> = providerFields[provider].paymentIds;
  const entries = paymentIdFields.map((field) => {
    const id = own[field];
    return [field, id === undefined ? null : ids[id]] as const;
  });
  return Object.fromEntries(entries) as Record<PaymentIdField, string | null>;
}
