import type { CallbackEvent, Delivery, EventLog } from '../callbacks/event-log.ts';
import { createEventLog } from '../callbacks/event-log.ts';
import { openJournal } from '../books/journal.ts';
import { createShelf } from '../books/shelf.ts';
import type { Shelf } from '../books/shelf.ts';
import type { Account } from './account.ts';
import type { CardprocPosting, Transfer } from './transfer.ts';

/** What one moment changes, written as one line: a crash keeps all of it or nothing. */
export type CardprocChange = Readonly<{
  transfer?: Transfer;
  account?: Account;
  posting?: CardprocPosting;
  event?: CallbackEvent;
  delivery?: Delivery & Readonly<{ eventId: string }>;
}>;

export type CardprocBooks = Readonly<{
  transfers: Shelf<Transfer>;
  accounts: Shelf<Account>;
  postings: Shelf<CardprocPosting>;
  events: EventLog;
  /** Writes the change down, then shows it. */
  record(change: CardprocChange): void;
  /** The newest transfer made under this idempotency key. */
  findByKey(key: string): Transfer | undefined;
  listOfPayout(payoutId: string): readonly Transfer[];
  close(): void;
}>;

/** Records a change together with its event, and sends that event. */
export type Announce = (change: CardprocChange, type: string, object: unknown) => void;

const MAX_TRANSFERS = 100_000;
const MAX_ACCOUNTS = 100_000;
const POSTINGS_PER_TRANSFER = 2;

/** @param file where the books are kept; undefined: in memory only */
export async function openCardprocBooks(file: string | undefined): Promise<CardprocBooks> {
  const transfers = createShelf<Transfer>(MAX_TRANSFERS);
  const accounts = createShelf<Account>(MAX_ACCOUNTS);
  const postings = createShelf<CardprocPosting>(MAX_TRANSFERS * POSTINGS_PER_TRANSFER);
  const events = createEventLog();
  const idsByKey = new Map<string, string>();
  const idsByPayout = new Map<string, string[]>();

  function showTransfer(transfer: Transfer): void {
    const isNew = transfers.find(transfer.id) === undefined;
    transfers.put(transfer);
    if (!isNew) return;
    idsByKey.set(transfer.key, transfer.id);
    const payoutId = transfer.metadata['payout_id'];
    if (payoutId === undefined) return;
    idsByPayout.set(payoutId, [...(idsByPayout.get(payoutId) ?? []), transfer.id]);
  }

  function show(change: CardprocChange): void {
    if (change.transfer) showTransfer(change.transfer);
    if (change.account) accounts.put(change.account);
    if (change.posting) postings.put(change.posting);
    if (change.event) events.put(change.event);
    if (change.delivery) events.settle(change.delivery.eventId, change.delivery);
  }

  function* snapshot(): Iterable<CardprocChange> {
    for (const transfer of transfers.oldestFirst()) yield { transfer };
    for (const account of accounts.oldestFirst()) yield { account };
    for (const posting of postings.oldestFirst()) yield { posting };
    for (const event of events.oldestFirst()) yield { event };
  }

  const journal = await openJournal<CardprocChange>({ file, replay: show, snapshot });
  const findPresent = (ids: readonly string[]): Transfer[] =>
    ids.flatMap((id) => transfers.find(id) ?? []);

  return {
    transfers,
    accounts,
    postings,
    events,
    record: (change) => {
      journal.append(change);
      show(change);
    },
    findByKey: (key) => {
      const id = idsByKey.get(key);
      return id === undefined ? undefined : transfers.find(id);
    },
    listOfPayout: (payoutId) => findPresent(idsByPayout.get(payoutId) ?? []),
    close: journal.close,
  };
}
