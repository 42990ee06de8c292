import { notFound } from '@tributary/errors';
import { findPage, type Page, type PageRequest, type Session } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import {
  type ErasedCount,
  type ErasureProgress,
  firstProgress,
  type PersonIdentifier,
  type Remembered,
  REPORTING_SERVICES,
  type ReportingService,
  storedSearchOf,
} from '../domain/customer-erasure.ts';
import { type Collections } from './collections.ts';
import { type CustomerErasureDocument } from './customer-erasure-document.ts';

const LEASE_MS = 5 * MINUTE_MS;
const NEWEST_FIRST = { requestedAt: -1, _id: -1 } as const;

interface NewErasure {
  readonly id: string;
  /** At least one. */
  readonly identifiers: readonly PersonIdentifier[];
  /** Whose orders; null for those of every brand. */
  readonly brandId: string | null;
  /** The account that requests it. */
  readonly requestedBy: string;
  readonly now: Date;
}

/** What a step of an erasure did. */
export interface ErasureStep {
  readonly orders: number;
  readonly counts: readonly ErasedCount[];
  /** The last order of the step; undefined where no order is left. */
  readonly position: string | undefined;
  /** The clicks that the orders, or the request, named, and their visitors. */
  readonly found: Remembered;
}

/** How many clicks and visitors of the first pass the second one looks for again: shops share ids among guests. */
const MAX_REMEMBERED = 10_000;

/** Additions to the counts, as fields of `$inc`. */
const additions = (service: string, counts: readonly ErasedCount[]): Record<string, number> =>
  Object.fromEntries(
    counts.map(({ collection, count }) => [`counts.${service}.${collection}`, count]),
  );

/** Every service has reported every order. */
const ALL_REPORTED = {
  $expr: {
    $and: REPORTING_SERVICES.map((service) => ({ $gte: [`$reports.${service}`, '$orders'] })),
  },
};

interface Options {
  readonly session?: Session;
}

/** Completes an erasure where this service is done and the others have reported all orders. */
async function complete(
  { customerErasures }: Collections,
  options: Options,
  done: { readonly id: string; readonly at: Date },
): Promise<void> {
  const isDone = { _id: done.id, search: null, completedAt: null, ...ALL_REPORTED };
  await customerErasures.updateOne(isDone, { $set: { completedAt: done.at } }, options);
}

const newDocument = ({
  id,
  identifiers,
  brandId,
  requestedBy,
  now,
}: NewErasure): CustomerErasureDocument => ({
  _id: id,
  brandId,
  requestedBy,
  ...storedSearchOf(identifiers),
  ...firstProgress,
  requestedAt: now,
  dueAt: now,
  orders: 0,
  counts: {},
  reports: Object.fromEntries(REPORTING_SERVICES.map((service) => [service, 0])),
  completedAt: null,
});

const writing = (collections: Collections, options: Options) => {
  const { customerErasures } = collections;
  return {
    add: async (given: NewErasure): Promise<CustomerErasureDocument> => {
      const document = newDocument(given);
      await customerErasures.insertOne(document, options);
      return document;
    },

    /** Saves a step, and that a pass begins at `dueAt` where it is not at once. */
    saveStep: async (
      id: string,
      step: ErasureStep,
      next: ErasureProgress & { readonly dueAt?: Date },
    ): Promise<void> => {
      const $inc = { orders: step.orders, ...additions('tracking', step.counts) };
      const push = (values: readonly unknown[]) => ({
        $each: [...values],
        $slice: -MAX_REMEMBERED,
      });
      const { clickIds, visitors } = step.found;
      const $push = {
        'remembered.clickIds': push(clickIds),
        'remembered.visitors': push(visitors),
      } as const;
      await customerErasures.updateOne({ _id: id }, { $set: next, $inc, $push }, options);
    },

    /** Saves the last step, after which nothing leads to the person any more. */
    saveLastStep: async (id: string, step: ErasureStep, now: Date): Promise<void> => {
      const $set = { position: null, search: null, dueAt: null };
      const $inc = { orders: step.orders, ...additions('tracking', step.counts) };
      const update = { $set, $inc, $unset: { remembered: '' } } as const;
      await customerErasures.updateOne({ _id: id }, update, options);
      await complete(collections, options, { id, at: now });
    },
  };
};

const reporting = (collections: Collections, options: Options) => ({
  /** Adds what another service erased of one order. */
  addReport: async (
    id: string,
    report: { readonly service: ReportingService; readonly counts: readonly ErasedCount[] },
    now: Date,
  ): Promise<void> => {
    const { service, counts } = report;
    const $inc = { [`reports.${service}`]: 1, ...additions(service, counts) };
    await collections.customerErasures.updateOne({ _id: id }, { $inc }, options);
    await complete(collections, options, { id, at: now });
  },
});

const reading = ({ customerErasures }: Collections, options: Options) => ({
  /** The next erasure that is due, which is this instance's for a time. */
  claim: (now: Date): Promise<CustomerErasureDocument | null> =>
    customerErasures.findOneAndUpdate(
      { dueAt: { $lte: now } },
      { $set: { dueAt: new Date(now.getTime() + LEASE_MS) } },
      { sort: { dueAt: 1 } },
    ),

  /** Gives a claimed erasure back, which is due again at `dueAt` unless it is done. */
  release: async (_id: string, dueAt: Date): Promise<void> => {
    await customerErasures.updateOne({ _id, dueAt: { $ne: null } }, { $set: { dueAt } });
  },

  find: (_id: string): Promise<CustomerErasureDocument | null> =>
    customerErasures.findOne({ _id }, options),

  /** @param brandId the brand that requests it; undefined for every receipt. @throws not_found erasure_not_found */
  get: async (_id: string, brandId: string | undefined): Promise<CustomerErasureDocument> => {
    const owned = brandId === undefined ? {} : { brandId };
    const found = await customerErasures.findOne({ _id, ...owned });
    if (found !== null) return found;
    throw notFound('erasure_not_found', { message: 'There is no such erasure' });
  },

  /** A page, newest first. */
  list: (brandId: string | undefined, page: PageRequest): Promise<Page<CustomerErasureDocument>> =>
    findPage(customerErasures, brandId === undefined ? {} : { brandId }, {
      ...page,
      sort: NEWEST_FIRST,
    }),
});

/** The erasures of persons with their receipts. */
export const customerErasureStore = (collections: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    ...reading(collections, options),
    ...writing(collections, options),
    ...reporting(collections, options),
  };
};
export type CustomerErasureStore = ReturnType<typeof customerErasureStore>;
