import { isAppError } from '@tributary/errors';
import { isCurrency, parseAmount } from '@tributary/money';
import { z } from 'zod';
import type { BatchRequest } from './payout-batch.ts';

const amountSchema = z
  .strictObject({
    value: z.string().max(40),
    currency: z.string().refine(isCurrency, { error: 'Not a currency of ISO 4217.' }),
  })
  .transform(({ value, currency }, context) => {
    const amountMinor = readAmount(value, currency);
    if (typeof amountMinor === 'number' && amountMinor > 0) return { amountMinor, currency };
    const message = typeof amountMinor === 'string' ? amountMinor : 'Must be above zero.';
    context.addIssue({ code: 'custom', path: ['value'], message });
    return z.NEVER;
  });

const itemSchema = z
  .strictObject({
    recipient_type: z.literal('EMAIL'),
    amount: amountSchema,
    receiver: z.email().max(254),
    sender_item_id: z.string().min(1).max(63),
    note: z.string().max(1000).optional(),
  })
  .transform(({ amount, receiver, sender_item_id: senderItemId, note }) => ({
    ...amount,
    receiver,
    senderItemId,
    note: note ?? null,
  }));

/** The body of a batch payout, as the README documents it. */
export const batchRequestSchema = z
  .strictObject({
    sender_batch_header: z.strictObject({
      sender_batch_id: z.string().min(1).max(256),
      email_subject: z.string().max(255).optional(),
    }),
    items: z
      .array(itemSchema)
      .min(1)
      .max(500)
      .superRefine((items, context) => {
        const seen = new Set<string>();
        for (const [index, { senderItemId }] of items.entries()) {
          if (seen.has(senderItemId)) {
            const message = 'Occurs twice in the batch.';
            context.addIssue({ code: 'custom', path: [index, 'sender_item_id'], message });
          }
          seen.add(senderItemId);
        }
      }),
  })
  .transform(({ sender_batch_header: header, items }): BatchRequest => ({
    senderBatchId: header.sender_batch_id,
    emailSubject: header.email_subject ?? null,
    items,
  }));

/** Minor units, or what is wrong. */
function readAmount(value: string, currency: string): number | string {
  try {
    return parseAmount(value, currency);
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}
