import { type UnpayableReason } from '@tributary/contracts';
import mongoose from 'mongoose';
import { notFound, unavailable } from '@tributary/errors';
import { isDuplicateKey, type Session } from '@tributary/mongo';
import { type Conversion } from '../domain/conversion.ts';
import { wholeCommission } from '../domain/expected-commission.ts';
import { ORDER_LOCKED } from '../domain/order-deduplication.ts';
import { bookedCommissions } from './booked-commissions.ts';
import { conversionOf, documentOf } from './conversion-document.ts';
import { type Collections, type ConversionDocument } from './collections.ts';
import { findKnownCustomers } from './known-customers.ts';
import { personOrders } from './person-orders.ts';

const conversionNotFound = () =>
  notFound('conversion_not_found', { message: 'There is no such conversion' });

/** The fields that decisions change; the fields of intake remain. */
const changedBy = (conversion: Conversion) => ({
  status: conversion.status,
  affiliateId: conversion.affiliateId,
  affiliateIds: conversion.affiliateIds,
  refundedMinor: conversion.refundedMinor,
  unpayableReason: conversion.unpayableReason,
  requiresReview: conversion.requiresReview,
  fraudScore: conversion.fraudScore,
  factors: conversion.factors,
  shares: conversion.shares,
  ...(conversion.tierBonuses === undefined ? {} : { tierBonuses: conversion.tierBonuses }),
  expectedMinor: wholeCommission(conversion).amountMinor,
  assessedAt: conversion.assessedAt,
  review: conversion.review,
  adjustments: conversion.adjustments,
  commissions: conversion.commissions,
  dispute: conversion.dispute,
});

type Decisions = Partial<ReturnType<typeof changedBy>>;

/**
 * The decided fields that differ from the conversion that was read: a field that is written again costs an update
 * of each index that contains it.
 */
function changesSince(before: Conversion | undefined, after: Conversion): Decisions {
  const decided = changedBy(after);
  if (before === undefined) return decided;
  const { expectedMinor, ...earlier } = changedBy(before);
  const changed = Object.entries(decided).filter(
    ([name, value]) => value !== earlier[name as keyof typeof earlier],
  );
  const isSame = changed.every(
    ([name, value]) => name === 'expectedMinor' && value === expectedMinor,
  );
  return isSame ? {} : Object.fromEntries(changed);
}

const WRITE_CONFLICT = 112;

const isWriteConflict = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === WRITE_CONFLICT;

/** Has no cause, so that the transaction fails at once and is not retried for seconds. */
const orderLocked = () =>
  unavailable(ORDER_LOCKED, {
    message: 'This order is being stored already; please repeat the call',
    retryAfterSeconds: 2,
  });

/** Orders of one id that are read at once, one for each brand. */
const ORDER_PAGE_SIZE = 100;

type Filter = mongoose.mongo.Filter<ConversionDocument>;
type List = (filter: Filter, limit: number, sort?: Readonly<{ _id: 1 }>) => Promise<Conversion[]>;

const ofBrandsByIds = (ids: readonly string[], brandIds: readonly string[]): Filter => ({
  _id: { $in: [...ids] },
  brandId: { $in: [...brandIds] },
});

/** Filters for conversions with a deduplication key of one of these. */
function sameOrders(arrived: readonly Conversion[]): Filter[] {
  const byBrand = Map.groupBy(arrived, ({ brandId }) => brandId);
  return [...byBrand].flatMap(([brandId, ofBrand]) => {
    const orders = ofBrand.map(({ orderId }) => orderId);
    const transactions = ofBrand.flatMap(({ transactionId }) => transactionId ?? []);
    // The type condition selects the partial index; without it the query reads all of the brand's orders.
    const byTransaction = {
      brandId,
      transactionId: { $in: transactions, $type: 'string' as const },
    };
    return [
      { brandId, orderId: { $in: orders } },
      ...(transactions.length > 0 ? [byTransaction] : []),
    ];
  });
}

/** The driver's own calls join no ambient transaction; they are given the session. */
interface Options {
  readonly session?: Session;
}

async function findMany(list: List, ids: readonly string[]): Promise<Map<string, Conversion>> {
  const unique = [...new Set(ids)];
  const found = await list({ _id: { $in: unique } }, unique.length);
  return new Map(found.map((conversion) => [conversion.id, conversion]));
}

const reading = (collections: Collections, list: List) => ({
  /** Stored conversions with a deduplication key of any of these. */
  listSameOrders: (arrived: readonly Conversion[]): Promise<Conversion[]> =>
    arrived.length === 0
      ? Promise.resolve([])
      : list({ $or: sameOrders(arrived) }, arrived.length * 2),

  /** The keys of the customers with earlier orders. */
  listCustomers: (arrived: readonly Conversion[]): Promise<Set<string>> =>
    findKnownCustomers(collections, arrived),

  /** A page of the conversions of one order id, one for each brand; the next page follows the last one's id. */
  listByOrder: (
    orderId: string,
    owner: { brandId?: string; campaignId?: string },
    afterId = '',
  ): Promise<Conversion[]> =>
    list({ orderId, ...owner, _id: { $gt: afterId } }, ORDER_PAGE_SIZE, { _id: 1 }),

  findByTransaction: async (
    transactionId: string,
    brandId: string,
  ): Promise<Conversion | undefined> => (await list({ brandId, transactionId }, 1))[0],

  find: async (id: string): Promise<Conversion | undefined> => (await list({ _id: id }, 1))[0],

  /** The stored conversions among these, by id. */
  findMany: (ids: readonly string[]): Promise<Map<string, Conversion>> => findMany(list, ids),

  /** @throws not_found conversion_not_found, also for another brand's */
  getOfBrand: async (id: string, brandId: string): Promise<Conversion> => {
    const [found] = await list({ _id: id, brandId }, 1);
    if (found === undefined) throw conversionNotFound();
    return found;
  },

  /** @throws not_found conversion_not_found, also for one that the affiliate has no share of */
  getOfAffiliate: async (id: string, affiliateId: string): Promise<Conversion> => {
    const [found] = await list({ _id: id, affiliateIds: affiliateId }, 1);
    if (found === undefined) throw conversionNotFound();
    return found;
  },

  listOfBrandsByIds: (ids: readonly string[], brandIds: readonly string[]): Promise<Conversion[]> =>
    list(ofBrandsByIds(ids, brandIds), ids.length),

  /** Those among these that are pending and not assessed yet. */
  listUnassessed: (ids: readonly string[], brandIds: readonly string[]): Promise<Conversion[]> =>
    list({ ...ofBrandsByIds(ids, brandIds), status: 'pending', assessedAt: null }, ids.length),
});

const writing = (
  { conversions }: Collections,
  options: Options,
  read: Map<string, Conversion>,
) => ({
  /**
   * Throws a duplicate key where one of the orders is stored already.
   * @throws unavailable order_locked where another transaction is storing one of them
   */
  insertMany: async (added: readonly Conversion[]): Promise<void> => {
    try {
      await conversions.insertMany(added.map(documentOf), options);
    } catch (error) {
      throw isWriteConflict(error) ? orderLocked() : error;
    }
  },

  /** Saves the decisions on conversions, where they differ from what this transaction read. */
  saveAll: async (changed: readonly Conversion[]): Promise<void> => {
    const updates = changed.flatMap((conversion) => {
      const $set = changesSince(read.get(conversion.id), conversion);
      const update = { updateOne: { filter: { _id: conversion.id }, update: { $set } } };
      return Object.keys($set).length === 0 ? [] : [update];
    });
    if (updates.length > 0) await conversions.bulkWrite(updates, options);
    for (const conversion of changed)
      if (read.has(conversion.id)) read.set(conversion.id, conversion);
  },

  /** Saves why approved conversions earn nothing. */
  saveUnpayable: async (
    declined: readonly { readonly conversionId: string; readonly reason: UnpayableReason }[],
  ): Promise<void> => {
    const updates = declined.map(({ conversionId: _id, reason: unpayableReason }) => ({
      updateOne: { filter: { _id }, update: { $set: { unpayableReason } } },
    }));
    await conversions.bulkWrite(updates, options);
  },
});

const correcting = ({ conversions }: Collections, options: Options) => ({
  /** Saves conversions that another report replaces or takes the order from, with their order ids. */
  saveWithdrawn: async (withdrawn: readonly Conversion[]): Promise<void> => {
    if (withdrawn.length === 0) return;
    const updates = withdrawn.map((conversion) => {
      const { orderId, transactionId } = conversion;
      const fields = { ...changedBy(conversion), orderId, transactionId };
      return { updateOne: { filter: { _id: conversion.id }, update: { $set: fields } } };
    });
    await conversions.bulkWrite(updates, options);
  },

  /**
   * Names the transaction of an order that has none, so that later reports find the order by it. A name that another order
   * of the brand has remains that order's.
   */
  nameTransaction: async (
    brandId: string,
    orderId: string,
    transactionId: string,
  ): Promise<void> => {
    try {
      const filter = { brandId, orderId, transactionId: null };
      await conversions.updateOne(filter, { $set: { transactionId } }, options);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  /** Stores replacements as whole documents. Throws a duplicate key where another conversion has the order. */
  replaceMany: async (replaced: readonly Conversion[]): Promise<void> => {
    if (replaced.length === 0) return;
    const replacements = replaced.map((conversion) => ({
      replaceOne: { filter: { _id: conversion.id }, replacement: documentOf(conversion) },
    }));
    await conversions.bulkWrite(replacements, options);
  },
});

const forgetting = ({ conversions }: Collections) => ({
  /** Deletes personal data past its retention, at most `limit`. @returns the number of conversions */
  forgetPrivate: async (now: Date, limit: number): Promise<number> => {
    const due = await conversions
      .find({ privateUntil: { $lte: now, $type: 'date' } }, { projection: { _id: 1 } })
      .limit(limit)
      .toArray();
    if (due.length === 0) return 0;
    const forgotten = { customerId: null, ip: null, userAgent: null, evidence: null };
    const ids = due.map(({ _id }) => _id);
    const update = { $set: forgotten, $unset: { privateUntil: '' } } as const;
    await conversions.updateMany({ _id: { $in: ids } }, update);
    return due.length;
  },
});

/** Conversions, within a transaction if there is a session. */
export const conversionStore = (collections: Collections, session: Session | null = null) => {
  const options = session === null ? {} : { session };
  // The conversions read in this transaction; a retried transaction gets a new store.
  const read = new Map<string, Conversion>();
  const list: List = async (filter, limit, sort) => {
    const query = collections.conversions.find(filter, options).limit(limit);
    const found = await (sort === undefined ? query : query.sort(sort)).toArray();
    const conversions = found.map(conversionOf);
    if (session !== null) for (const conversion of conversions) read.set(conversion.id, conversion);
    return conversions;
  };
  return {
    ...reading(collections, list),
    ...writing(collections, options, read),
    ...correcting(collections, options),
    ...forgetting(collections),
    ...bookedCommissions(collections, options),
    ...personOrders(collections, options),
  };
};
export type ConversionStore = ReturnType<typeof conversionStore>;
