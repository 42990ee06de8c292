import { type ConversionSnapshot, revisionOf } from '@tributary/contracts';
import { listLatestOfEach, type Session } from '@tributary/mongo';
import { EVIDENCE_WINDOW_MS } from '../domain/evidence.ts';
import { orderFactOf, type OrderFact } from '../domain/order-fact.ts';
import { dueAt } from '../domain/settling.ts';
import { SECOND_MS } from '@tributary/units';
import { type FactDocument, type Collections } from './collections.ts';

/** A conversion that is to be assessed. */
export interface PendingConversion {
  readonly conversion: ConversionSnapshot;
  readonly correlationId: string;
  /** Since when the conversion is pending; left out when an rpc or a review requests the assessment. */
  readonly since?: Date;
}

interface AssessedRevision {
  readonly conversionId: string;
  readonly revision?: number | undefined;
}

export interface DueConversion extends PendingConversion {
  /** Failed attempts so far. */
  readonly attempts: number;
}

/** After this time other instances take over what an instance has not assessed. */
const TAKE_OVER_AFTER_MS = 10 * SECOND_MS;

/** How many orders of one customer, address or device are compared: more than one rpc can assess. */
const MAX_NEIGHBOURS = 600;

const FIELDS = {
  conversionId: '$_id',
  affiliateId: '$affiliateId',
  customer: '$customer',
  ip: '$ip',
  visitorId: '$visitorId',
  userAgent: '$userAgent',
  codeAndClick: '$codeAndClick',
  convertedAt: '$convertedAt',
  createdAt: '$createdAt',
};

const known = (values: readonly (string | null)[]): string[] =>
  values.filter((value) => value !== null);

/** From the evidence window before the earliest order to the window after the latest one. */
function evidencePeriodOf(facts: readonly OrderFact[]) {
  const times = facts.map(({ convertedAt }) => convertedAt.getTime());
  const first = times.reduce((earliest, time) => Math.min(earliest, time), Infinity);
  const last = times.reduce((latest, time) => Math.max(latest, time), -Infinity);
  return { $gte: new Date(first - EVIDENCE_WINDOW_MS), $lte: new Date(last + EVIDENCE_WINDOW_MS) };
}

interface Options {
  readonly owner: string;
  readonly settleMs: number;
  readonly now: () => Date;
}

/** Inserts an order as pending. A known one stays unchanged, unless this is a higher revision of it. */
function writesOf(
  { conversion, correlationId }: PendingConversion,
  { owner, settleMs, now }: Options,
) {
  const { conversionId, ...fact } = orderFactOf(conversion);
  const since = now();
  const due = dueAt(fact.createdAt, since, settleMs);
  const waiting = { since, dueAt: due, owner, attempts: 0, correlationId, conversion };
  const revision = revisionOf(conversion);
  const added: Omit<FactDocument, '_id'> = { ...fact, recordedAt: since, waiting };
  const insert = {
    updateOne: {
      filter: { _id: conversionId },
      update: { $setOnInsert: added },
      upsert: true,
    },
  };
  if (revision === 0) return [insert];
  const filter = { _id: conversionId, revision: { $not: { $gte: revision } } };
  return [{ updateOne: { filter, update: { $set: added } } }, insert];
}

/** Orders that are to be assessed. */
export function factStore({ facts }: Collections, options: Options, session?: Session) {
  return {
    /** Records orders as pending; known ones stay unchanged, apart from higher revisions. */
    record: async (pending: readonly PendingConversion[]): Promise<void> => {
      if (pending.length === 0) return;
      const writes = pending.flatMap((one) => writesOf(one, options));
      await facts.bulkWrite(writes, { ordered: false });
    },
    /** Pending conversions that are due, the earliest first. */
    listDue: async (limit: number): Promise<DueConversion[]> => {
      const now = options.now();
      const abandoned = new Date(now.getTime() - TAKE_OVER_AFTER_MS);
      const due = {
        'waiting.dueAt': { $lte: now },
        $or: [{ 'waiting.owner': options.owner }, { 'waiting.since': { $lte: abandoned } }],
      };
      const query = facts.find(due, { projection: { waiting: 1 } });
      const found = await query.sort({ 'waiting.dueAt': 1 }).limit(limit).toArray();
      return found.flatMap(({ waiting }) => {
        if (waiting === undefined) return [];
        const { conversion, correlationId, attempts, since } = waiting;
        return [{ conversion, correlationId, attempts, since }];
      });
    },
    /** Ends the waiting of conversions in these revisions or earlier ones. */
    markAssessed: async (assessed: readonly AssessedRevision[]): Promise<void> => {
      const options = session === undefined ? {} : { session };
      for (const [revision, alike] of Map.groupBy(assessed, revisionOf)) {
        const ids = alike.map(({ conversionId }) => conversionId);
        const where = {
          _id: { $in: ids },
          waiting: { $exists: true },
          revision: { $not: { $gt: revision } },
        };
        await facts.updateMany(where, { $unset: { waiting: '' } }, options);
      }
    },
    ...reschedulingOf(facts),
  };
}

function reschedulingOf(facts: Collections['facts']) {
  return {
    /** Postpones conversions that wait for their click; counts no failed attempt. */
    defer: async (conversionIds: readonly string[], until: Date): Promise<void> => {
      const where = { _id: { $in: [...conversionIds] }, waiting: { $exists: true } };
      await facts.updateMany(where, { $set: { 'waiting.dueAt': until } });
    },
    /** Postpones a conversion after a failed attempt. */
    retryAt: async (conversionId: string, until: Date): Promise<void> => {
      const where = { _id: conversionId, waiting: { $exists: true } };
      const update = { $set: { 'waiting.dueAt': until }, $inc: { 'waiting.attempts': 1 } };
      await facts.updateOne(where, update);
    },
  };
}

/** By what orders are compared; `affiliateId` beside the address. */
type GroupField = 'customer' | 'visitorId' | 'ip' | 'affiliateId';

export type Identity = Pick<OrderFact, 'customer' | 'visitorId'>;

/** Orders as other orders are compared with them. */
export function neighbourStore({ facts }: Collections, session?: Session) {
  const options = session === undefined ? {} : { session };
  /** The latest orders of each group, by the index that begins with its fields. */
  const listAround = (
    orders: readonly OrderFact[],
    of: readonly (readonly [GroupField, readonly (string | null)[]])[],
  ): Promise<OrderFact[]> => {
    const fields = [...of.map(([field]) => field), 'convertedAt'];
    return listLatestOfEach<OrderFact, GroupField, FactDocument>(facts, {
      ...{ of, by: 'convertedAt', most: MAX_NEIGHBOURS, projection: { _id: 0, ...FIELDS } },
      where: { convertedAt: evidencePeriodOf(orders) },
      index: Object.fromEntries(fields.map((field) => [field, 1 as const])),
    });
  };
  return {
    /** The customer and the cookie of an order. */
    findIdentity: async (_id: string): Promise<Identity | null> => {
      const projection = { _id: 0, customer: 1, visitorId: 1 };
      return await facts.findOne({ _id }, { ...options, projection });
    },
    /** These orders, in any order; those that are kept no longer are left out. */
    listByIds: async (ids: readonly string[]): Promise<OrderFact[]> =>
      facts
        .aggregate<OrderFact>([
          { $match: { _id: { $in: [...ids] } } },
          { $project: { _id: 0, ...FIELDS } },
        ])
        .toArray(),
    /** Erases who ordered; the order itself stays. @returns from how many orders */
    eraseCustomer: async (_id: string): Promise<number> => {
      const erased = { $set: { customer: null, ip: null, visitorId: null, userAgent: null } };
      return (await facts.updateOne({ _id }, erased, options)).matchedCount;
    },
    /** Orders of the same customers around the time of the given ones, those included. */
    listOfCustomers: (orders: readonly OrderFact[]): Promise<OrderFact[]> =>
      listAround(orders, [['customer', known(orders.map(({ customer }) => customer))]]),
    /** Orders with the same cookies around the time of the given ones, those included. */
    listOnDevices: (orders: readonly OrderFact[]): Promise<OrderFact[]> =>
      listAround(orders, [['visitorId', known(orders.map(({ visitorId }) => visitorId))]]),
    /** Orders from the same addresses by the same affiliates around the time of the given ones. */
    listFromAddresses: (orders: readonly OrderFact[]): Promise<OrderFact[]> =>
      listAround(orders, [
        ['ip', known(orders.map(({ ip }) => ip))],
        ['affiliateId', orders.map(({ affiliateId }) => affiliateId)],
      ]),
  };
}
