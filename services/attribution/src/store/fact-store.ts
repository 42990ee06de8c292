import { type ConversionSnapshot } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { ADDRESS_WINDOW_MS, LONGEST_WINDOW_MS } from '../domain/fraud-signals.ts';
import { DEVICE_WINDOW_MS } from '../domain/identity-signals.ts';
import { dueAt } from '../domain/settling.ts';
import { factOf, type OrderFact } from '../domain/order-fact.ts';
import { type FactRow, type Models } from './models.ts';

/** A conversion on its way to its assessment. */
export interface Arrival {
  readonly conversion: ConversionSnapshot;
  readonly correlationId: string;
  /** Since when it waits for its assessment; left out where somebody asks for it. */
  readonly since?: Date;
}

export interface DueArrival extends Arrival {
  /** Failed tries so far. */
  readonly attempts: number;
}

/** An instance that stopped leaves its work to the others after this. */
const TAKEN_OVER_AFTER_MS = 10_000;

/**
 * Of one customer or address so many of the latest orders are looked at: as many as one call can
 * assess, and more than any factor needs of those before.
 */
const LATEST = 600;

const FIELDS = {
  conversionId: '$_id',
  affiliateId: '$affiliateId',
  customer: '$customer',
  ip: '$ip',
  visitorId: '$visitorId',
  userAgent: '$userAgent',
  convertedAt: '$convertedAt',
  createdAt: '$createdAt',
};

const latestBy = (key: string | Record<string, string>) => [
  {
    $group: {
      _id: key,
      facts: { $topN: { n: LATEST, sortBy: { createdAt: -1, _id: -1 }, output: FIELDS } },
    },
  },
  { $unwind: '$facts' },
  { $replaceRoot: { newRoot: '$facts' } },
];

const distinct = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

/** From the earliest to the latest order, and `ms` around them. */
function around(facts: readonly OrderFact[], ms: number) {
  const times = facts.map(({ convertedAt }) => convertedAt.getTime());
  const first = times.reduce((least, time) => Math.min(least, time), Infinity);
  const last = times.reduce((most, time) => Math.max(most, time), -Infinity);
  return { $gte: new Date(first - ms), $lte: new Date(last + ms) };
}

interface Options {
  readonly owner: string;
  readonly settleMs: number;
  readonly now: () => Date;
}

/** An order and that it waits; one that is known already stays as it is. */
function upsertOf({ conversion, correlationId }: Arrival, { owner, settleMs, now }: Options) {
  const { conversionId, ...fact } = factOf(conversion);
  const since = now();
  const due = dueAt(fact.createdAt, since, settleMs);
  const waiting = { since, dueAt: due, owner, attempts: 0, correlationId, conversion };
  const row: Omit<FactRow, '_id'> = { ...fact, recordedAt: since, waiting };
  return {
    updateOne: {
      filter: { _id: conversionId as never },
      update: { $setOnInsert: row },
      upsert: true,
    },
  };
}

/** Orders as they are compared with each other, and which of them wait for their assessment. */
export function factStore({ facts }: Models, options: Options, session?: Session) {
  const rows = facts.collection;
  return {
    /** Remembers orders and that they are to be assessed; one that is known already stays as it is. */
    record: async (arrivals: readonly Arrival[]): Promise<void> => {
      if (arrivals.length === 0) return;
      const upserts = arrivals.map((arrival) => upsertOf(arrival, options));
      await rows.bulkWrite(upserts, { ordered: false });
    },
    /** What is due, by order of arrival. */
    listDue: async (limit: number): Promise<DueArrival[]> => {
      const now = options.now();
      const abandoned = new Date(now.getTime() - TAKEN_OVER_AFTER_MS);
      const due = {
        'waiting.dueAt': { $lte: now },
        $or: [{ 'waiting.owner': options.owner }, { 'waiting.since': { $lte: abandoned } }],
      };
      const query = rows.find(due, { projection: { waiting: 1 } });
      const found = await query.sort({ 'waiting.dueAt': 1 }).limit(limit).toArray();
      return found.flatMap(({ waiting }) => {
        const { conversion, correlationId, attempts, since } = waiting as NonNullable<
          FactRow['waiting']
        >;
        return [{ conversion, correlationId, attempts, since }];
      });
    },
    markAssessed: async (conversionIds: readonly string[]): Promise<void> => {
      const where = { _id: { $in: [...conversionIds] }, waiting: { $exists: true } } as never;
      const options = session === undefined ? {} : { session };
      await rows.updateMany(where, { $unset: { waiting: '' } }, options);
    },
    ...waits(rows),
  };
}

/** When what waits is looked at again. */
function waits(rows: Models['facts']['collection']) {
  return {
    /** What waits for something else is to be looked at again then; that is no failed try. */
    defer: async (conversionIds: readonly string[], until: Date): Promise<void> => {
      const where = { _id: { $in: [...conversionIds] }, waiting: { $exists: true } } as never;
      await rows.updateMany(where, { $set: { 'waiting.dueAt': until } });
    },
    retryAt: async (conversionId: string, until: Date): Promise<void> => {
      const where = { _id: conversionId, waiting: { $exists: true } } as never;
      const update = { $set: { 'waiting.dueAt': until }, $inc: { 'waiting.attempts': 1 } };
      await rows.updateOne(where, update);
    },
  };
}

export type Identity = Pick<OrderFact, 'customer' | 'visitorId'>;

/** Orders as later ones are compared with them. */
export function neighbourStore({ facts }: Models) {
  const rows = facts.collection;
  return {
    /** Whoever ordered, and with which cookies; what was forgotten already is not among them. */
    listIdentities: async (conversionIds: readonly string[]): Promise<Identity[]> => {
      const where = { _id: { $in: [...conversionIds] } } as never;
      const projection = { _id: 0, customer: 1, visitorId: 1 };
      return (await rows.find(where, { projection }).toArray()) as unknown as Identity[];
    },
    /** Whoever ordered; that there was an order stays. */
    eraseCustomers: async (conversionIds: readonly string[]): Promise<void> => {
      const where = { _id: { $in: [...conversionIds] } } as never;
      await rows.updateMany(where, {
        $set: { customer: null, ip: null, visitorId: null, userAgent: null },
      });
    },
    /** Orders of the same customers around the time of these, themselves included. */
    listOfCustomers: async (given: readonly OrderFact[]): Promise<OrderFact[]> => {
      const customers = distinct(given.map(({ customer }) => customer));
      if (customers.length === 0) return [];
      const convertedAt = around(given, LONGEST_WINDOW_MS);
      const match = { $match: { customer: { $in: customers }, convertedAt } };
      return rows.aggregate<OrderFact>([match, ...latestBy('$customer')]).toArray();
    },
    /** Orders by the same cookies around the time of these, themselves included. */
    listOfDevices: async (given: readonly OrderFact[]): Promise<OrderFact[]> => {
      const visitorIds = distinct(given.map(({ visitorId }) => visitorId));
      if (visitorIds.length === 0) return [];
      const convertedAt = around(given, DEVICE_WINDOW_MS);
      const match = { $match: { visitorId: { $in: visitorIds }, convertedAt } };
      return rows.aggregate<OrderFact>([match, ...latestBy('$visitorId')]).toArray();
    },
    /** Orders from the same addresses by the same affiliates around the time of these. */
    listOfAddresses: async (given: readonly OrderFact[]): Promise<OrderFact[]> => {
      const ips = distinct(given.map(({ ip }) => ip));
      if (ips.length === 0) return [];
      const affiliateId = { $in: [...new Set(given.map((fact) => fact.affiliateId))] };
      const convertedAt = around(given, ADDRESS_WINDOW_MS);
      const match = { $match: { ip: { $in: ips }, affiliateId, convertedAt } };
      const grouped = latestBy({ ip: '$ip', affiliateId: '$affiliateId' });
      return rows.aggregate<OrderFact>([match, ...grouped]).toArray();
    },
  };
}
