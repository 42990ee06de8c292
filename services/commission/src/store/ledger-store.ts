import type { Session } from '@tributary/mongo';
import { keepTrace } from '@tributary/tracing';
import { hash } from 'node:crypto';
import {
  type Balance,
  type BalanceChange,
  balanceChanges,
  balanceFields,
  emptyBalance,
} from '../domain/balance.ts';
import {
  type AccountHead,
  type Digest,
  headKey,
  linkEntries,
  type LedgerTransaction,
} from '../domain/ledger.ts';
import type {
  AccountDocument,
  BalanceDocument,
  Collections,
  EntryDocument,
  TransactionDocument,
} from './collections.ts';

export const digest: Digest = (text) => hash('sha256', text);

const SEQ_DIGITS = 12;
export const entryId = (account: string, currency: string, seq: number): string =>
  `${headKey(account, currency)}/${String(seq).padStart(SEQ_DIGITS, '0')}`;

const balanceId = (affiliateId: string, currency: string): string => `${affiliateId}/${currency}`;

const toBalance = ({ _id, ...balance }: BalanceDocument): Balance => balance;

interface Books {
  readonly collections: Collections;
  readonly options: { readonly session?: Session };
}

/** The ledger and the balances; all writes run in the given session. */
export const ledgerStore = (collections: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  const books: Books = { collections, options };
  return {
    findBalance: async (affiliateId: string, currency: string): Promise<Balance> => {
      const _id = balanceId(affiliateId, currency);
      const doc = await collections.balances.findOne({ _id }, options);
      return doc === null ? emptyBalance(affiliateId, currency) : toBalance(doc);
    },
    book: (booked: readonly LedgerTransaction[]): Promise<void> => book(books, booked),
  };
};

/** Writes transactions, their entries, the accounts' last entries and the balances. */
async function book(books: Books, booked: readonly LedgerTransaction[]): Promise<void> {
  if (booked.length === 0) return;
  keepTrace();
  await moveBalances(books, balanceChanges(booked));
  const heads = await headsOf(books, booked);
  const { entries, moved } = linkEntries(heads, booked, digest);
  const owners = new Map(entries.map(({ account, affiliateId }) => [account, affiliateId]));
  const ends = [...moved].map(([_id, head]): AccountDocument => {
    return { _id, ...head, affiliateId: owners.get(head.account) ?? '' };
  });
  await moveHeads(books, heads, ends);
  const { collections, options } = books;
  await collections.transactions.insertMany(booked.map(transactionDoc), options);
  await collections.entries.insertMany(
    entries.map((entry): EntryDocument => ({
      _id: entryId(entry.account, entry.currency, entry.seq),
      ...entry,
    })),
    options,
  );
}

const transactionDoc = ({ id, postings, ...facts }: LedgerTransaction): TransactionDocument => ({
  _id: id,
  ...facts,
  entryCount: postings.length,
});

/** The condition is part of each write, so that two concurrent writers cannot spend the same amount. */
async function moveBalances(
  { collections, options }: Books,
  changes: readonly BalanceChange[],
): Promise<void> {
  const result = await collections.balances.bulkWrite(changes.map(balanceWrite), {
    ...options,
    ordered: true,
  });
  if (result.matchedCount + result.upsertedCount === changes.length) return;
  const whose = changes.map(({ affiliateId, currency }) => `${affiliateId} in ${currency}`);
  throw new Error(`A balance would fall below zero, of affiliate ${whose.join(' or ')}`);
}

function balanceWrite(change: BalanceChange) {
  const { affiliateId, currency, at, deltas, requiredNetMinor } = change;
  const falling = balanceFields.filter((field) => deltas[field] < 0);
  const floors = Object.fromEntries(falling.map((field) => [field, { $gte: -deltas[field] }]));
  const net = { $subtract: ['$availableMinor', '$debtMinor'] };
  const enough = requiredNetMinor > 0 ? { $expr: { $gte: [net, requiredNetMinor] } } : {};
  return {
    updateOne: {
      filter: { _id: balanceId(affiliateId, currency), ...floors, ...enough },
      update: {
        $inc: deltas,
        $set: { updatedAt: at },
        $setOnInsert: { affiliateId, currency },
      },
      upsert: falling.length === 0,
    },
  };
}

async function headsOf(
  { collections, options }: Books,
  booked: readonly LedgerTransaction[],
): Promise<Map<string, AccountHead>> {
  const keys = booked.flatMap(({ currency, postings }) =>
    postings.map(({ account }) => headKey(account, currency)),
  );
  const known = collections.accounts.find({ _id: { $in: [...new Set(keys)] } }, options);
  const docs = await known.toArray();
  return new Map(docs.map(({ _id, affiliateId: _affiliate, ...head }) => [_id, head]));
}

async function moveHeads(
  { collections, options }: Books,
  heads: ReadonlyMap<string, AccountHead>,
  ends: readonly AccountDocument[],
): Promise<void> {
  const writes = ends.map((document) => {
    const { _id, seq, balanceMinor, hash } = document;
    const known = heads.get(_id);
    if (known === undefined) return { insertOne: { document } };
    const filter = { _id, seq: known.seq };
    return { updateOne: { filter, update: { $set: { seq, balanceMinor, hash } } } };
  });
  const result = await collections.accounts.bulkWrite(writes, { ...options, ordered: true });
  if (result.matchedCount + result.insertedCount === writes.length) return;
  throw new Error('A ledger account moved outside of its transaction');
}
