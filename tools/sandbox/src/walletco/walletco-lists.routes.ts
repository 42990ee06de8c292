import { formatAmount } from '@tributary/money';
import express from 'express';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { takeNumberedPage } from '../books/shelf.ts';
import type { NumberedPage } from '../books/shelf.ts';
import { parseOrRefuse, Refusal } from '../http/refusal.ts';
import { allowOnly } from '../http/serve.ts';
import type { Reply, Serve } from '../http/serve.ts';
import { batchHeader } from './payout-batch.ts';
import type { PayoutBatch } from './payout-batch.ts';
import { isoTime, itemBody } from './payout-item.ts';
import type { WalletcoPosting } from './payout-item.ts';
import type { WalletcoBooks } from './walletco-books.ts';

const time = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text).getTime())
  .optional();
const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(1000).default(100),
};
const period = { start_time: time, end_time: time };
const batchQuery = z.strictObject(paging);
const batchesQuery = z.strictObject({
  ...paging,
  ...period,
  sender_batch_id: z.string().min(1).max(256).optional(),
});
const postingsQuery = z.strictObject({ ...paging, ...period });
const eventsQuery = batchQuery;

type Period = Readonly<{ start_time?: number | undefined; end_time?: number | undefined }>;

/** What a customer reconciles with: batches, their items, the statement, the events. */
export function walletcoListRoutes(books: WalletcoBooks, serve: Serve): Router {
  const router = express.Router();
  router.get('/v1/payments/payouts', serve('walletco.payouts.list', listBatches(books)));
  allowOnly(router, '/v1/payments/payouts', ['GET', 'POST']);
  router.get('/v1/payments/payouts/:id', serve('walletco.payouts.get', getBatch(books)));
  allowOnly(router, '/v1/payments/payouts/:id', ['GET']);
  router.get('/v1/reporting/transactions', serve('walletco.transactions', listPostings(books)));
  allowOnly(router, '/v1/reporting/transactions', ['GET']);
  router.get('/v1/notifications/webhooks-events', serve('walletco.events.list', listEvents(books)));
  allowOnly(router, '/v1/notifications/webhooks-events', ['GET']);
  return router;
}

function getBatch(books: WalletcoBooks) {
  return (req: Request): Reply => {
    const batch = books.batches.find(String(req.params['id']));
    if (!batch) throw new Refusal(404, 'RESOURCE_NOT_FOUND', 'No such batch.');
    const query = parseOrRefuse(batchQuery, req.query, 'VALIDATION_ERROR');
    const found = takeNumberedPage(batch.itemIds, query.page, query.page_size);
    const items = found.items.flatMap((id) => books.items.find(id) ?? []).map(itemBody);
    const header = batchHeader(batch, books.countPending(batch.id));
    return { status: 200, body: { batch_header: header, items, ...countsOf(found) } };
  };
}

function listBatches(books: WalletcoBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(batchesQuery, req.query, 'VALIDATION_ERROR');
    const senderBatchId = query.sender_batch_id;
    const fitting = function* (): Iterable<PayoutBatch> {
      for (const batch of books.batches.newestFirst()) {
        const isNamed = senderBatchId === undefined || batch.senderBatchId === senderBatchId;
        if (isNamed && isCreatedIn(batch, query)) yield batch;
      }
    };
    const found = takeNumberedPage(fitting(), query.page, query.page_size);
    const batches = found.items.map((batch) => batchHeader(batch, books.countPending(batch.id)));
    return { status: 200, body: { batches, ...countsOf(found) } };
  };
}

function listPostings(books: WalletcoBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(postingsQuery, req.query, 'VALIDATION_ERROR');
    const fitting = function* (): Iterable<WalletcoPosting> {
      for (const posting of books.postings.newestFirst()) {
        if (isCreatedIn(posting, query)) yield posting;
      }
    };
    const found = takeNumberedPage(fitting(), query.page, query.page_size);
    const transactions = found.items.map((posting) => postingBody(books, posting));
    return { status: 200, body: { transactions, ...countsOf(found) } };
  };
}

function listEvents(books: WalletcoBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(eventsQuery, req.query, 'VALIDATION_ERROR');
    const found = takeNumberedPage(books.events.newestFirst(), query.page, query.page_size);
    const events = found.items.map(({ payload, delivery }) => ({
      ...(payload as object),
      delivery,
    }));
    return { status: 200, body: { events, ...countsOf(found) } };
  };
}

function countsOf({ total, totalPages }: NumberedPage<unknown>) {
  return { total_items: total, total_pages: totalPages };
}

function isCreatedIn({ createdMs }: Readonly<{ createdMs: number }>, period: Period): boolean {
  const { start_time: start, end_time: end } = period;
  return createdMs >= (start ?? 0) && (end === undefined || createdMs < end);
}

function postingBody(books: WalletcoBooks, posting: WalletcoPosting) {
  const { id, type, amountMinor, currency, source, createdMs } = posting;
  const item = books.items.find(source);
  return {
    id,
    type,
    amount: { value: formatAmount(amountMinor, currency), currency },
    payout_item_id: source,
    payout_batch_id: item?.batchId,
    sender_item_id: item?.senderItemId,
    time: isoTime(createdMs),
  };
}
