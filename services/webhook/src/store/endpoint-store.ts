import { notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  type PageRequest,
  type Session,
  toDocument,
} from '@tributary/mongo';
import { type Endpoint, type EndpointKind } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type HealthAction, type Warning } from '../domain/endpoint-health.ts';
import { type Collections, type EndpointDocument } from './collections.ts';

/** The fields of an endpoint that the fan-out needs. */
export type Subscriber = Pick<
  Endpoint,
  'id' | 'ownerId' | 'ownerRole' | 'events' | 'active' | 'postback' | 'revision'
>;

/** The fields that an owner may change; an absent one stays as it is. */
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

export interface EndpointPageRequest extends PageRequest {
  readonly kind: EndpointKind;
  readonly activeOnly: boolean;
}

/** An increment of an endpoint's attempt counts. */
export interface AttemptCounts {
  readonly endpointId: string;
  readonly succeeded: number;
  readonly failed: number;
  readonly lastTriggered: Date;
}

const endpointOf = (document: EndpointDocument): Endpoint => fromDocument<Endpoint>(document);

const endpointNotFound = () =>
  notFound('endpoint_not_found', { message: 'There is no such endpoint' });

/** An owner's endpoints. */
const ownEndpoints = ({ endpoints, owners }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    create: async (endpoint: Endpoint): Promise<void> => {
      await endpoints.insertOne(toDocument(endpoint), options);
    },

    /** Adds 1 or -1 to an owner's number of endpoints; returns the new number. */
    addToCount: async (ownerId: string, change: 1 | -1): Promise<number> => {
      const document = await owners.findOneAndUpdate(
        { _id: ownerId },
        { $inc: { endpoints: change } },
        { ...options, upsert: true, returnDocument: 'after' },
      );
      return document?.endpoints ?? 0;
    },

    isOwnerSuspended: async (ownerId: string): Promise<boolean> =>
      (await owners.findOne({ _id: ownerId, isSuspended: true }, options)) !== null,

    /** @throws not_found, also for the endpoint of another owner or of another kind */
    get: async (id: string, ownerId: string, kind?: EndpointKind): Promise<Endpoint> => {
      const document = await endpoints.findOne({ _id: id, ownerId }, options);
      const isOtherKind =
        kind !== undefined && (kind === 'postback') !== (document?.postback !== undefined);
      if (document === null || isOtherKind) throw endpointNotFound();
      return endpointOf(document);
    },

    /** A page of an owner's endpoints, newest first. */
    list: async (
      ownerId: string,
      { kind, activeOnly, ...page }: EndpointPageRequest,
    ): Promise<{ total: number; endpoints: Endpoint[] }> => {
      const filter = {
        ownerId,
        postback: { $exists: kind === 'postback' },
        ...(activeOnly ? { active: true } : {}),
      };
      const { total, documents } = await findPage(endpoints, filter, page);
      return { total, endpoints: documents.map(endpointOf) };
    },

    count: async (ownerId: string): Promise<{ total: number; active: number }> => ({
      total: await endpoints.countDocuments({ ownerId }, options),
      active: await endpoints.countDocuments({ ownerId, active: true }, options),
    }),
  };
};

const endpointChanges = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** @throws not_found, also for the endpoint of another owner */
    update: async (
      id: string,
      ownerId: string,
      change: EndpointChange,
      now: Date,
    ): Promise<Endpoint> => {
      const switchedOff = change.active === undefined ? {} : { switchedOff: null };
      const document = await endpoints.findOneAndUpdate(
        { _id: id, ownerId },
        { $set: { ...change, ...switchedOff, updatedAt: now }, $inc: { revision: 1 } },
        { ...options, returnDocument: 'after' },
      );
      if (document === null) throw endpointNotFound();
      return endpointOf(document);
    },

    /** @throws not_found, also for the endpoint of another owner */
    delete: async (id: string, ownerId: string): Promise<void> => {
      const { deletedCount } = await endpoints.deleteOne({ _id: id, ownerId }, options);
      if (deletedCount === 0) throw endpointNotFound();
    },

    /**
     * Switches off an active endpoint. Returns undefined if it is not active, or if the reason is failures
     * that the current warning is not about: the owner has changed the endpoint since.
     */
    switchOff: async (
      id: string,
      action: Extract<HealthAction, { kind: 'switch_off' }>,
    ): Promise<Endpoint | undefined> => {
      const off = { $set: { active: false, switchedOff: action.reason }, $inc: { revision: 1 } };
      const warned = action.reason === 'failing' ? { 'warning.since': action.since } : {};
      const filter = { _id: id, active: true, ...warned };
      const document = await endpoints.findOneAndUpdate(filter, off, options);
      return document === null ? undefined : endpointOf(document);
    },

    /** Saves a warning to the owner; undefined if it, or a later one about the same failures, was saved before. */
    saveWarning: async (id: string, warning: Warning): Promise<Endpoint | undefined> => {
      const { since, level } = warning;
      const unwarned = [{ 'warning.since': { $ne: since } }, { 'warning.level': { $lt: level } }];
      const document = await endpoints.findOneAndUpdate(
        { _id: id, active: true, $or: unwarned },
        { $set: { warning } },
        options,
      );
      return document === null ? undefined : endpointOf(document);
    },

    /** Deletes the last warning, because the owner changed the endpoint. */
    clearWarning: async (id: string): Promise<void> => {
      await endpoints.updateOne({ _id: id }, { $unset: { warning: '' } }, options);
    },
  };
};

const attemptCounts = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    addAttempts: async (some: readonly AttemptCounts[]): Promise<void> => {
      if (some.length === 0) return;
      const updates = some.map(({ endpointId, succeeded, failed, lastTriggered }) => {
        const counts = { successCount: succeeded, failureCount: failed };
        const update = { $inc: counts, $max: { lastTriggered } };
        return { updateOne: { filter: { _id: endpointId }, update } };
      });
      await endpoints.bulkWrite(updates, { ...options, ordered: false });
    },
  };
};

/** The suspension of owners. */
const ownerSuspensions = ({ endpoints, owners }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /**
     * Suspends or reinstates an owner since `changedAt` with all endpoints, unless a newer change is known.
     * @returns whether the owner is suspended now
     */
    setSuspended: async (
      ownerId: string,
      isSuspended: boolean,
      changedAt: Date,
    ): Promise<boolean> => {
      const isNewer = { $gt: [changedAt, { $ifNull: ['$suspensionChangedAt', new Date(0)] }] };
      const change = {
        endpoints: { $ifNull: ['$endpoints', 0] },
        isSuspended: { $cond: [isNewer, isSuspended, '$isSuspended'] },
        suspensionChangedAt: { $max: ['$suspensionChangedAt', changedAt] },
      };
      const owner = await owners.findOneAndUpdate({ _id: ownerId }, [{ $set: change }], {
        ...options,
        upsert: true,
        returnDocument: 'after',
      });
      const current = owner?.isSuspended === true;
      await endpoints.updateMany(
        { ownerId, isSuspended: current ? { $ne: true } : true },
        { $set: { isSuspended: current }, $inc: { revision: 1 } },
        options,
      );
      return current;
    },

    listIdsOfOwner: async (ownerId: string): Promise<string[]> => {
      const found = endpoints.find({ ownerId }, options).project<{ _id: string }>({ _id: 1 });
      return (await found.toArray()).map(({ _id }) => _id);
    },
  };
};

/** Endpoints as the fan-out and the delivery worker need them. */
const subscriptions = ({ endpoints }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (id: string): Promise<Endpoint | undefined> => {
      const document = await endpoints.findOne({ _id: id }, options);
      return document === null ? undefined : endpointOf(document);
    },

    /** Endpoints of these owners (or of all) and of administrators that subscribe to one of `names`. */
    listSubscribers: async (
      names: readonly EventName[],
      ownerIds: readonly string[] | 'all',
    ): Promise<Subscriber[]> => {
      const owned =
        ownerIds === 'all'
          ? {}
          : { $or: [{ ownerId: { $in: [...ownerIds] } }, { ownerRole: 'admin' as const }] };
      const documents = await endpoints
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
      return documents.map(({ _id, ...rest }) => ({ id: _id, ...rest }));
    },

    /** The revisions of those endpoints that still exist. */
    listRevisions: async (ids: readonly string[]): Promise<Map<string, number>> => {
      const documents = await endpoints
        .find({ _id: { $in: [...ids] } }, options)
        .project<{ _id: string; revision: number }>({ revision: 1 })
        .toArray();
      return new Map(documents.map(({ _id, revision }) => [_id, revision]));
    },
  };
};

const subscribedOwners = ({ endpoints }: Collections) => ({
  /** The owners of the endpoints that subscribe to an event, each once, at most `limit`. */
  listOwnersSubscribedTo: async (
    name: EventName,
    limit: number,
  ): Promise<{ ownerId: string; isAdmin: boolean }[]> => {
    const role = { $first: '$ownerRole' };
    const owners = await endpoints
      .aggregate<{ _id: string; role: Endpoint['ownerRole'] }>([
        { $match: { events: name } },
        { $group: { _id: '$ownerId', role } },
        { $limit: limit },
      ])
      .toArray();
    return owners.map((owner) => ({ ownerId: owner._id, isAdmin: owner.role === 'admin' }));
  },
});

export const endpointStore = (collections: Collections, session?: Session) => ({
  ...ownEndpoints(collections, session),
  ...endpointChanges(collections, session),
  ...attemptCounts(collections, session),
  ...subscriptions(collections, session),
  ...subscribedOwners(collections),
  ...ownerSuspensions(collections, session),
});
