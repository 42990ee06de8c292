import { notFound } from '@tributary/errors';
import { type Endpoint } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type LaneTrouble, type Warning } from '../domain/endpoint-health.ts';
import { type Collections, type EndpointRow, type Session } from './collections.ts';

/** What fan-out needs to know of an endpoint. */
export type Subscriber = Pick<
  Endpoint,
  'id' | 'ownerId' | 'ownerRole' | 'events' | 'active' | 'postback' | 'revision'
>;

/** What its owner may change; undefined leaves as it is. */
export type EndpointChange = Partial<
  Pick<
    Endpoint,
    | 'url'
    | 'postback'
    | 'events'
    | 'description'
    | 'active'
    | 'headers'
    | 'secret'
    | 'secretEnd'
    | 'previousSecret'
    | 'earlierSecrets'
  >
>;

/** Attempts and their outcome, to be added to an endpoint. */
export interface EndpointTally {
  readonly id: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly lastTriggered: Date;
}

const endpointOf = ({ _id, ...rest }: EndpointRow): Endpoint => ({ id: _id, ...rest });

const missing = () => notFound('endpoint_not_found', { message: 'There is no such endpoint' });

/** Endpoints as their owners see them. */
const ownEndpoints = ({ endpoints, owners }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    create: async ({ id, ...endpoint }: Endpoint): Promise<void> => {
      await endpoints.insertOne({ _id: id, ...endpoint }, options);
    },

    /** Counts one more (or, with -1, one less) endpoint of an owner; answers how many there are now. */
    count: async (ownerId: string, change: 1 | -1): Promise<number> => {
      const row = await owners.findOneAndUpdate(
        { _id: ownerId },
        { $inc: { endpoints: change } },
        { ...options, upsert: true, returnDocument: 'after' },
      );
      return row?.endpoints ?? 0;
    },

    /** @throws not_found, also where it is somebody else's */
    get: async (id: string, ownerId: string, kind?: 'webhook' | 'postback'): Promise<Endpoint> => {
      const row = await endpoints.findOne({ _id: id, ownerId }, options);
      const isOther = kind !== undefined && (kind === 'postback') !== (row?.postback !== undefined);
      if (row === null || isOther) throw missing();
      return endpointOf(row);
    },

    list: async (
      ownerId: string,
      page: { skip: number; limit: number; activeOnly: boolean; postbacks: boolean },
    ): Promise<{ total: number; endpoints: Endpoint[] }> => {
      const filter = {
        ownerId,
        postback: { $exists: page.postbacks },
        ...(page.activeOnly ? { active: true } : {}),
      };
      const total = await endpoints.countDocuments(filter, options);
      const rows = await endpoints
        .find(filter, options)
        .sort({ createdAt: -1, _id: -1 })
        .skip(page.skip)
        .limit(page.limit)
        .toArray();
      return { total, endpoints: rows.map(endpointOf) };
    },

    countOf: async (ownerId: string): Promise<{ total: number; active: number }> => ({
      total: await endpoints.countDocuments({ ownerId }, options),
      active: await endpoints.countDocuments({ ownerId, active: true }, options),
    }),
  };
};

/** What becomes of them. */
const endpointChanges = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** @throws not_found, also where it is somebody else's */
    change: async (
      id: string,
      ownerId: string,
      change: EndpointChange,
      now: Date,
    ): Promise<Endpoint> => {
      const switchedOff = change.active === undefined ? {} : { switchedOff: null };
      const row = await endpoints.findOneAndUpdate(
        { _id: id, ownerId },
        { $set: { ...change, ...switchedOff, updatedAt: now }, $inc: { revision: 1 } },
        { ...options, returnDocument: 'after' },
      );
      if (row === null) throw missing();
      return endpointOf(row);
    },

    /** @throws not_found, also where it is somebody else's */
    remove: async (id: string, ownerId: string): Promise<void> => {
      const { deletedCount } = await endpoints.deleteOne({ _id: id, ownerId }, options);
      if (deletedCount === 0) throw missing();
    },

    /**
     * Switches off one that is on; undefined where it is not (any more), or where it is for failures
     * that its owner was not warned of, or that he has mended since.
     */
    switchOff: async (
      id: string,
      trouble: Exclude<LaneTrouble, { kind: 'warning' }>,
    ): Promise<Endpoint | undefined> => {
      const off = { $set: { active: false, switchedOff: trouble.kind }, $inc: { revision: 1 } };
      const warned = trouble.kind === 'failing' ? { 'warning.since': trouble.since } : {};
      const filter = { _id: id, active: true, ...warned };
      const row = await endpoints.findOneAndUpdate(filter, off, options);
      return row === null ? undefined : endpointOf(row);
    },

    /** Remembers that its owner is warned; undefined where he was, of these failures and so late. */
    noteWarning: async (id: string, warning: Warning): Promise<Endpoint | undefined> => {
      const { since, level } = warning;
      const unwarned = [{ 'warning.since': { $ne: since } }, { 'warning.level': { $lt: level } }];
      const row = await endpoints.findOneAndUpdate(
        { _id: id, active: true, $or: unwarned },
        { $set: { warning } },
        options,
      );
      return row === null ? undefined : endpointOf(row);
    },

    /** Forgets what its owner was warned of: he has put it in order. */
    forgetWarning: async (id: string): Promise<void> => {
      await endpoints.updateOne({ _id: id }, { $unset: { warning: '' } }, options);
    },
  };
};

/** How they fare. */
const tallies = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Adds up attempts. */
    addTallies: async (some: readonly EndpointTally[]): Promise<void> => {
      if (some.length === 0) return;
      const updates = some.map(({ id, succeeded, failed, lastTriggered }) => {
        const counts = { successCount: succeeded, failureCount: failed };
        const count = { $inc: counts, $max: { lastTriggered } };
        return { updateOne: { filter: { _id: id }, update: count } };
      });
      await endpoints.bulkWrite(updates, { ...options, ordered: false });
    },
  };
};

/** Endpoints as the work on events and deliveries sees them. */
const subscriptions = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (id: string): Promise<Endpoint | undefined> => {
      const row = await endpoints.findOne({ _id: id }, options);
      return row === null ? undefined : endpointOf(row);
    },

    /** Endpoints that subscribe to one of `names`: of these owners or of an administrator, or all. */
    listSubscribers: async (
      names: readonly EventName[],
      ownerIds: readonly string[] | 'all',
    ): Promise<Subscriber[]> => {
      const owned =
        ownerIds === 'all'
          ? {}
          : { $or: [{ ownerId: { $in: [...ownerIds] } }, { ownerRole: 'admin' as const }] };
      const rows = await endpoints
        .find({
          events: { $in: [...names] },
          ...owned,
        })
        .project<Omit<Subscriber, 'id'> & { _id: string }>({
          ownerId: 1,
          ownerRole: 1,
          events: 1,
          active: 1,
          postback: 1,
          revision: 1,
        })
        .toArray();
      return rows.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
    },

    /** Whether anybody at all listens to this event. */
    hasListener: async (name: EventName): Promise<boolean> =>
      (await endpoints.findOne({ events: name }, { ...options, projection: { _id: 1 } })) !== null,

    /** The revisions of those that still exist. */
    revisions: async (ids: readonly string[]): Promise<Map<string, number>> => {
      const rows = await endpoints
        .find({ _id: { $in: [...ids] } }, options)
        .project<{ _id: string; revision: number }>({ revision: 1 })
        .toArray();
      return new Map(rows.map(({ _id, revision }) => [_id, revision]));
    },
  };
};

export const endpointStore = (collections: Collections, session?: Session) => ({
  ...ownEndpoints(collections, session),
  ...endpointChanges(collections, session),
  ...tallies(collections, session),
  ...subscriptions(collections, session),
});
