import express from 'express';
import type { Request, Router } from 'express';
import { z } from 'zod';
import { totalsOf } from '../books/postings.ts';
import { takePage } from '../books/shelf.ts';
import type { CallbackEvent } from '../callbacks/event-log.ts';
import { parseOrRefuse } from '../http/refusal.ts';
import { allowOnly } from '../http/serve.ts';
import type { Reply, Serve } from '../http/serve.ts';
import type { CardprocBooks } from './cardproc-books.ts';
import { transferBody } from './transfer.ts';
import type { CardprocPosting, Transfer } from './transfer.ts';

const text = z.string().min(1).max(500);
const unixSeconds = z.coerce.number().int().min(0).max(99_999_999_999);
const paging = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  starting_after: text.optional(),
};
const createdRange = {
  'created[gte]': unixSeconds.default(0),
  'created[lt]': unixSeconds.default(99_999_999_999),
};
const transfersQuery = z.strictObject({
  ...paging,
  ...createdRange,
  'metadata[payout_id]': text.optional(),
  destination: text.optional(),
  status: z.enum(['pending', 'paid', 'failed', 'reversed']).optional(),
});
const postingsQuery = z.strictObject({ ...paging, ...createdRange, source: text.optional() });
const eventsQuery = z.strictObject({ ...paging, type: text.optional() });

type CreatedRange = Readonly<{ 'created[gte]': number; 'created[lt]': number }>;

/** What a customer reconciles with: transfers, the statement, the balance, the events. */
export function cardprocListRoutes(books: CardprocBooks, serve: Serve): Router {
  const router = express.Router();
  router.get('/v1/transfers', serve('cardproc.transfers.list', listTransfers(books)));
  allowOnly(router, '/v1/transfers', ['GET', 'POST']);
  router.get('/v1/balance_transactions', serve('cardproc.balance', listPostings(books)));
  allowOnly(router, '/v1/balance_transactions', ['GET']);
  router.get('/v1/balance', serve('cardproc.balance', getBalance(books)));
  allowOnly(router, '/v1/balance', ['GET']);
  router.get('/v1/events', serve('cardproc.events.list', listEvents(books)));
  allowOnly(router, '/v1/events', ['GET']);
  return router;
}

function listTransfers(books: CardprocBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(transfersQuery, req.query, 'parameter_invalid');
    const payoutId = query['metadata[payout_id]'];
    // Callers find an unknown outcome by its payout, which must not scan all transfers.
    const candidates =
      payoutId === undefined || query.starting_after !== undefined
        ? books.transfers.newestFirst(query.starting_after)
        : [...books.listOfPayout(payoutId)].reverse();
    const wanted: readonly (readonly [string | undefined, (transfer: Transfer) => unknown])[] = [
      [payoutId, ({ metadata }) => metadata['payout_id']],
      [query.destination, ({ destination }) => destination],
      [query.status, ({ status }) => status],
    ];
    const { page, hasMore } = takePage(
      candidates,
      query.limit,
      (transfer) =>
        isCreatedIn(transfer, query) &&
        wanted.every(([value, read]) => value === undefined || read(transfer) === value),
    );
    return listReply(page.map(transferBody), hasMore);
  };
}

function listPostings(books: CardprocBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(postingsQuery, req.query, 'parameter_invalid');
    const { page, hasMore } = takePage(
      books.postings.newestFirst(query.starting_after),
      query.limit,
      (posting) =>
        isCreatedIn(posting, query) &&
        (query.source === undefined || posting.source === query.source),
    );
    return listReply(page.map(postingBody), hasMore);
  };
}

function getBalance(books: CardprocBooks) {
  return (): Reply => {
    const totals = totalsOf(books.postings.oldestFirst()).map(({ currency, amountMinor }) => ({
      currency,
      amount: amountMinor,
    }));
    return { status: 200, body: { object: 'balance', totals } };
  };
}

function listEvents(books: CardprocBooks) {
  return (req: Request): Reply => {
    const query = parseOrRefuse(eventsQuery, req.query, 'parameter_invalid');
    const { page, hasMore } = takePage(
      books.events.newestFirst(query.starting_after),
      query.limit,
      ({ type }) => query.type === undefined || query.type === type,
    );
    return listReply(page.map(eventBody), hasMore);
  };
}

function listReply(data: readonly unknown[], hasMore: boolean): Reply {
  return { status: 200, body: { object: 'list', data, has_more: hasMore } };
}

function isCreatedIn({ createdMs }: Readonly<{ createdMs: number }>, range: CreatedRange): boolean {
  const created = Math.floor(createdMs / 1000);
  return created >= range['created[gte]'] && created < range['created[lt]'];
}

function postingBody({ id, type, amountMinor, currency, source, createdMs }: CardprocPosting) {
  const created = Math.floor(createdMs / 1000);
  return {
    id,
    object: 'balance_transaction',
    type,
    amount: amountMinor,
    currency,
    source,
    created,
  };
}

function eventBody({ payload, delivery }: CallbackEvent) {
  return { ...(payload as object), delivery };
}
