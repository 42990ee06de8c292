import { isoTime } from './payout-item.ts';
import type { ItemRequest } from './payout-item.ts';

export type BatchRequest = Readonly<{
  senderBatchId: string;
  emailSubject: string | null;
  items: readonly ItemRequest[];
}>;

export type PayoutBatch = Readonly<{
  id: string;
  senderBatchId: string;
  emailSubject: string | null;
  itemIds: readonly string[];
  createdMs: number;
  /** The call that made the batch is not answered before this. */
  answerAtMs: number;
  /** When its last item left PENDING. */
  completedMs: number | null;
}>;

/**
 * The batch's header as callers see it.
 * @param pendingItems how many of its items are still PENDING
 */
export function batchHeader(
  batch: PayoutBatch,
  pendingItems: number,
): Readonly<Record<string, unknown>> {
  const { emailSubject } = batch;
  return {
    payout_batch_id: batch.id,
    batch_status: batchStatus(batch, pendingItems),
    time_created: isoTime(batch.createdMs),
    ...(batch.completedMs === null ? {} : { time_completed: isoTime(batch.completedMs) }),
    sender_batch_header: {
      sender_batch_id: batch.senderBatchId,
      ...(emailSubject === null ? {} : { email_subject: emailSubject }),
    },
  };
}

function batchStatus(batch: PayoutBatch, pendingItems: number): string {
  if (batch.completedMs !== null) return 'SUCCESS';
  return pendingItems === batch.itemIds.length ? 'PENDING' : 'PROCESSING';
}

export function batchLinks(batchId: string): readonly Readonly<{ rel: string; href: string }>[] {
  return [{ rel: 'self', href: `/walletco/v1/payments/payouts/${batchId}` }];
}
