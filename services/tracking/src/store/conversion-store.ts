import mongoose from 'mongoose';
import { notFound, unavailable } from '@tributary/errors';
import { toWireNumber } from '@tributary/money';
import { wholeCommission } from '../domain/caps.ts';
import { type BookedCommission, type Conversion } from '../domain/conversion.ts';
import { type CustomerField, customerFields, customerKey } from '../domain/customers.ts';
import { privateUntil } from './click-store.ts';
import { type ConversionDocument, type Models, type Session } from './models.ts';

export function documentOf(conversion: Conversion): ConversionDocument {
  const { id, ...rest } = conversion;
  const orderValue = toWireNumber(rest.valueMinor, rest.currency);
  const expectedMinor = wholeCommission(conversion).amountMinor;
  // Address and agent are the click's, and as old as that.
  const { createdAt, clickedAt } = rest;
  const from = clickedAt !== null && clickedAt < createdAt ? clickedAt : createdAt;
  return { ...rest, _id: id, orderValue, expectedMinor, privateUntil: privateUntil(from) };
}

export function conversionOf(document: ConversionDocument): Conversion {
  const {
    _id,
    privateUntil: _until,
    orderValue: _value,
    expectedMinor: _expected,
    ...rest
  } = document;
  return { ...rest, id: _id };
}

/** The code of the error where another transaction holds the same order. */
export const ORDER_LOCKED = 'order_locked';

const unknownConversion = () =>
  notFound('conversion_not_found', { message: 'There is no such conversion' });

/** What decisions change; the facts of intake stay as they came. */
const changedBy = (conversion: Conversion) => ({
  status: conversion.status,
  affiliateId: conversion.affiliateId,
  affiliateIds: conversion.affiliateIds,
  refundedMinor: conversion.refundedMinor,
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

const WRITE_CONFLICT = 112;

const isWriteConflict = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === WRITE_CONFLICT;

/** Without its cause, so that the transaction ends at once instead of being run again for seconds. */
const orderLocked = () =>
  unavailable(ORDER_LOCKED, {
    message: 'This order is being stored already; please repeat the call',
    retryAfterSeconds: 2,
  });

type List = (filter: object, limit: number) => Promise<Conversion[]>;

/** All that would be the same order as one of these, by either key. */
function sameOrders(arrived: readonly Conversion[]): object[] {
  const byBrand = Map.groupBy(arrived, ({ brandId }) => brandId);
  return [...byBrand].flatMap(([brandId, ofBrand]) => {
    const orders = ofBrand.map(({ orderId }) => orderId);
    const transactions = ofBrand.flatMap(({ transactionId }) => transactionId ?? []);
    // The type says that the partial index covers this; without it all of the brand's are read.
    const byTransaction = { brandId, transactionId: { $in: transactions, $type: 'string' } };
    return [
      { brandId, orderId: { $in: orders } },
      ...(transactions.length > 0 ? [byTransaction] : []),
    ];
  });
}

async function findMany(list: List, ids: readonly string[]): Promise<Map<string, Conversion>> {
  const asked = [...new Set(ids)];
  const found = await list({ _id: { $in: asked } }, asked.length);
  return new Map(found.map((conversion) => [conversion.id, conversion]));
}

/** For each brand two looks at indexes alone. */
async function knownCustomers(
  { conversions }: Models,
  arrived: readonly Conversion[],
): Promise<Set<string>> {
  const known = new Set<string>();
  const look = async (brandId: string, field: CustomerField, names: readonly string[]) => {
    if (names.length === 0) return;
    // The type says that the partial index covers this; the hint keeps it from reading all of the brand's.
    const filter = { brandId, [field]: { $in: [...new Set(names)], $type: 'string' } };
    const found = await conversions.collection
      .aggregate<{ _id: string }>([{ $match: filter }, { $group: { _id: `$${field}` } }], {
        hint: { [field]: 1, brandId: 1 },
      })
      .toArray();
    for (const { _id: name } of found) known.add(customerKey(brandId, field, name));
  };
  const looks = [...Map.groupBy(arrived, ({ brandId }) => brandId)].flatMap(([brandId, own]) =>
    customerFields.map((field) =>
      look(
        brandId,
        field,
        own.flatMap((conversion) => conversion[field] ?? []),
      ),
    ),
  );
  await Promise.all(looks);
  return known;
}

const reading = (models: Models, list: List) => ({
  /** Stored conversions that any of these would repeat. */
  listSameOrders: (arrived: readonly Conversion[]): Promise<Conversion[]> =>
    arrived.length === 0
      ? Promise.resolve([])
      : list({ $or: sameOrders(arrived) }, arrived.length * 2),

  /** Those of the customers of these who have ordered before, by their keys. */
  listCustomers: (arrived: readonly Conversion[]): Promise<Set<string>> =>
    knownCustomers(models, arrived),

  /** Conversions of one order id: one brand's at most once, so more than one are several brands'. */
  listByOrder: (
    orderId: string,
    owner: { brandId?: string; campaignId?: string },
  ): Promise<Conversion[]> => list({ orderId, ...owner }, 3),

  find: async (id: string): Promise<Conversion | undefined> => (await list({ _id: id }, 1))[0],

  /** Those of these that are known, by id. */
  findMany: (ids: readonly string[]): Promise<Map<string, Conversion>> => findMany(list, ids),

  /** @throws not_found conversion_not_found, also for another brand's */
  getOfBrand: async (id: string, brandId: string): Promise<Conversion> => {
    const [found] = await list({ _id: id, brandId }, 1);
    if (found === undefined) throw unknownConversion();
    return found;
  },

  /** @throws not_found conversion_not_found, also for one that the affiliate has no share of */
  getOfAffiliate: async (id: string, affiliateId: string): Promise<Conversion> => {
    const [found] = await list({ _id: id, affiliateIds: affiliateId }, 1);
    if (found === undefined) throw unknownConversion();
    return found;
  },

  listOfCustomer: (customerEmailHash: string, limit: number): Promise<Conversion[]> =>
    list({ customerEmailHash: { $eq: customerEmailHash, $type: 'string' } }, limit),

  listOfBrandByIds: (ids: readonly string[], brandId: string): Promise<Conversion[]> =>
    list({ _id: { $in: ids }, brandId }, ids.length),
});

const writing = ({ conversions }: Models, session: Session | null, list: List) => {
  // The driver's own calls join no ambient transaction; they are given the session.
  const inSession = session === null ? {} : { session };
  return {
    /**
     * Throws a duplicate key where one of the orders is stored already.
     * @throws unavailable order_locked where another transaction is about to store one of them
     */
    insertMany: async (added: readonly Conversion[]): Promise<void> => {
      try {
        await conversions.collection.insertMany(added.map(documentOf) as never[], inSession);
      } catch (error) {
        throw isWriteConflict(error) ? orderLocked() : error;
      }
    },

    /** Saves what was decided about conversions. */
    saveAll: async (changed: readonly Conversion[]): Promise<void> => {
      if (changed.length === 0) return;
      const updates = changed.map((conversion) => ({
        updateOne: { filter: { _id: conversion.id }, update: { $set: changedBy(conversion) } },
      }));
      await conversions.collection.bulkWrite(updates as never[], inSession);
    },

    /**
     * Notes commissions that were booked or changed, in their order; conversions not ours are passed over.
     * @returns the conversions as they were before, by id
     */
    noteCommissions: async (
      booked: readonly { readonly conversionId: string; readonly commission: BookedCommission }[],
    ): Promise<ReadonlyMap<string, Conversion>> => {
      const ids = booked.map(({ conversionId }) => conversionId);
      const before = await findMany(list, ids);
      const noted = new Map([...before].map(([id, { commissions }]) => [id, commissions]));
      for (const { conversionId, commission } of booked) {
        const { commissionId } = commission;
        const others = noted.get(conversionId)?.filter((one) => one.commissionId !== commissionId);
        if (others !== undefined) noted.set(conversionId, [...others, commission]);
      }
      const updates = [...noted].map(([_id, commissions]) => ({
        updateOne: { filter: { _id }, update: { $set: { commissions } } },
      }));
      if (updates.length > 0) await conversions.collection.bulkWrite(updates as never[], inSession);
      return before;
    },
  };
};

const forgetting = ({ conversions }: Models, session: Session | null) => {
  const inSession = session === null ? {} : { session };
  return {
    /** Forgets all that joins these to a person; values, credit and commissions stay. */
    eraseCustomers: async (ids: readonly string[]): Promise<void> => {
      const erased = {
        customerEmailHash: null,
        customerId: null,
        ip: null,
        userAgent: null,
        evidence: null,
        refererUrl: null,
        metadataText: null,
        'adjustments.$[].metadataText': null,
      };
      const update = { $set: erased, $unset: { privateUntil: '' } };
      await conversions.collection.updateMany({ _id: { $in: ids } } as never, update, inSession);
    },

    /** Forgets customer, address and agent where their time is over; at most `limit`. @returns how many */
    forgetPrivate: async (now: Date, limit: number): Promise<number> => {
      const due = await conversions
        .find({ privateUntil: { $lte: now, $type: 'date' } }, { _id: 1 })
        .limit(limit)
        .lean();
      if (due.length === 0) return 0;
      const forgotten = { customerId: null, ip: null, userAgent: null, evidence: null };
      const ids = due.map(({ _id }) => _id);
      const update = { $set: forgotten, $unset: { privateUntil: '' } };
      await conversions.collection.updateMany({ _id: { $in: ids } } as never, update);
      return due.length;
    },
  };
};

/** Conversions, in a transaction where there is a session. */
export const conversionStore = (models: Models, session: Session | null = null) => {
  const list: List = async (filter, limit) => {
    const found = await models.conversions
      .find(filter, null, { session })
      .limit(limit)
      .lean<ConversionDocument[]>();
    return found.map(conversionOf);
  };
  return {
    ...reading(models, list),
    ...writing(models, session, list),
    ...forgetting(models, session),
  };
};
export type ConversionStore = ReturnType<typeof conversionStore>;
