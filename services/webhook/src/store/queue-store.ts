import { isDuplicateKey, type Session } from '@tributary/mongo';
import { type EndpointHealth, HALF_OPEN_AFTER } from '../domain/endpoint-health.ts';
import { type Collections, type QueueDocument } from './collections.ts';

const NEVER_LEASED = new Date(0);

/** The delivery queue of one endpoint: when it is due, and which instance drains it. */
export interface EndpointQueue {
  readonly endpointId: string;
  /** When the earliest delivery is due; null for none. */
  readonly dueAt: Date | null;
  /** Grows with each notification, so that a release can detect one that it has not seen. */
  readonly notifyCount: number;
  readonly owner: string | null;
  readonly leaseUntil: Date;
  readonly health: EndpointHealth;
  /** Grows with each reset of the health, so that a worker does not overwrite the reset. */
  readonly healthResets: number;
}

export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/** How many queues an instance can claim. */
export interface ClaimRoom {
  readonly queues: number;
  /** At most so many of them with a half-open circuit breaker. */
  readonly halfOpen: number;
  /** Endpoints whose queues must not be claimed; few. */
  readonly except?: readonly string[];
}

/** The health of an endpoint as the drain of its queue knows it. */
export interface HealthRecord extends Pick<EndpointQueue, 'endpointId' | 'owner' | 'healthResets'> {
  readonly health: EndpointHealth;
}

const queueOf = (document: QueueDocument): EndpointQueue => {
  const { _id, pokes, resets, failuresInRow, failingSince, ...lease } = document;
  const health = { failuresInRow, failingSince };
  return { endpointId: _id, notifyCount: pokes, healthResets: resets, health, ...lease };
};

/** The stored form of a queue. */
export const toQueueDocument = (queue: EndpointQueue): QueueDocument => {
  const { endpointId, notifyCount, healthResets, health, ...lease } = queue;
  return { _id: endpointId, pokes: notifyCount, resets: healthResets, ...health, ...lease };
};

/** Has no effect on a queue that another instance owns, or whose health was reset meanwhile. */
const healthUpdate = ({ endpointId, owner, healthResets, health }: HealthRecord) => {
  const { failuresInRow, failingSince } = health;
  const filter = { _id: endpointId, owner, resets: healthResets };
  return { updateOne: { filter, update: { $set: { failuresInRow, failingSince } } } };
};

const notifications = ({ queues }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Marks queues as due from `dueAt` on. To be called after the deliveries are saved. */
    notify: async (endpointIds: readonly string[], dueAt: Date): Promise<void> => {
      if (endpointIds.length === 0) return;
      const updates = endpointIds.map((id) => ({
        updateOne: {
          filter: { _id: id },
          // $min alone keeps a null, which sorts before every date; hence $ifNull.
          update: [
            {
              $set: {
                dueAt: { $min: [{ $ifNull: ['$dueAt', dueAt] }, dueAt] },
                pokes: { $add: [{ $ifNull: ['$pokes', 0] }, 1] },
                owner: { $ifNull: ['$owner', null] },
                leaseUntil: { $ifNull: ['$leaseUntil', NEVER_LEASED] },
                failuresInRow: { $ifNull: ['$failuresInRow', 0] },
                failingSince: { $ifNull: ['$failingSince', null] },
                resets: { $ifNull: ['$resets', 0] },
              },
            },
          ],
          upsert: true,
        },
      }));
      try {
        await queues.bulkWrite(updates, { ...options, ordered: false });
      } catch (error) {
        // Two instances created the same queue at once: the second try updates it.
        if (session !== undefined || !isDuplicateKey(error)) throw error;
        await queues.bulkWrite(updates, { ordered: false });
      }
    },

    /** Resets the health, whatever the worker that drains the queue knows of it. */
    resetHealth: async (endpointId: string): Promise<void> => {
      // Counts as a notification, so that a worker about to release the queue reads it again.
      const reset = {
        $set: { failuresInRow: 0, failingSince: null },
        $inc: { resets: 1, pokes: 1 },
      };
      await queues.updateOne({ _id: endpointId }, reset, options);
    },

    delete: async (endpointId: string): Promise<void> => {
      await queues.deleteOne({ _id: endpointId }, options);
    },
  };
};

/** Due queues without a valid lease. `$type` lets the partial index serve the query. */
const claimable = (now: Date, except: readonly string[] = []) => ({
  dueAt: { $lte: now, $type: 'date' as const },
  leaseUntil: { $lte: now },
  ...(except.length === 0 ? {} : { _id: { $nin: [...except] } }),
});

/** The ids of claimable queues with such a health, the longest due first. */
async function listClaimable(
  queues: Collections['queues'],
  filter: ReturnType<typeof claimable> & { readonly failuresInRow: object },
  limit: number,
): Promise<string[]> {
  if (limit <= 0) return [];
  const documents = queues.find(filter).sort({ dueAt: 1 }).limit(limit);
  return (await documents.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
}

const reads = ({ queues }: Collections) => ({
  find: async (endpointId: string): Promise<EndpointQueue | undefined> => {
    const document = await queues.findOne({ _id: endpointId });
    return document === null ? undefined : queueOf(document);
  },

  /** The current `notifyCount` of each of these queues. */
  listNotifyCounts: async (endpointIds: readonly string[]): Promise<Map<string, number>> => {
    const documents = await queues
      .find({ _id: { $in: [...endpointIds] } })
      .project<Pick<QueueDocument, '_id' | 'pokes'>>({ pokes: 1 })
      .toArray();
    return new Map(documents.map(({ _id, pokes }) => [_id, pokes]));
  },
});

const leases = ({ queues }: Collections) => ({
  /** Claims due queues, the longest due first; those with a half-open circuit breaker come last. */
  claim: async (room: ClaimRoom, lease: Lease, now: Date): Promise<EndpointQueue[]> => {
    const free = claimable(now, room.except);
    const closed = { ...free, failuresInRow: { $lt: HALF_OPEN_AFTER } };
    const halfOpen = { ...free, failuresInRow: { $gte: HALF_OPEN_AFTER } };
    const closedIds = await listClaimable(queues, closed, room.queues);
    const halfOpenRoom = Math.min(room.queues - closedIds.length, room.halfOpen);
    const ids = [...closedIds, ...(await listClaimable(queues, halfOpen, halfOpenRoom))];
    if (ids.length === 0) return [];
    const { modifiedCount } = await queues.updateMany(
      { ...claimable(now), _id: { $in: ids } },
      { $set: { owner: lease.owner, leaseUntil: lease.until } },
      // Left alone, MongoDB may search all due queues for these.
      { hint: { _id: 1 } },
    );
    if (modifiedCount === 0) return [];
    const own = { _id: { $in: ids }, owner: lease.owner, leaseUntil: lease.until };
    return (await queues.find(own).toArray()).map(queueOf);
  },

  /** Extends leases; returns the endpoints whose queues this owner still has. */
  renew: async (endpointIds: readonly string[], lease: Lease, now: Date): Promise<Set<string>> => {
    const own = { _id: { $in: [...endpointIds] }, owner: lease.owner, leaseUntil: { $gt: now } };
    await queues.updateMany(own, { $set: { leaseUntil: lease.until } });
    const documents = await queues.find(own).project<{ _id: string }>({ _id: 1 }).toArray();
    return new Set(documents.map(({ _id }) => _id));
  },

  /** Releases a queue until `dueAt`. False if it was notified meanwhile, or if another instance owns it. */
  release: async (
    claim: Pick<EndpointQueue, 'endpointId' | 'owner' | 'notifyCount'>,
    dueAt: Date | null,
    { failuresInRow, failingSince }: EndpointHealth,
  ): Promise<boolean> => {
    const { modifiedCount } = await queues.updateOne(
      { _id: claim.endpointId, owner: claim.owner, pokes: claim.notifyCount },
      { $set: { owner: null, leaseUntil: NEVER_LEASED, dueAt, failuresInRow, failingSince } },
    );
    return modifiedCount === 1;
  },

  /** Releases a queue with work left in it: another instance can claim it at once. */
  releaseUnfinished: async (record: HealthRecord, now: Date): Promise<void> => {
    const { endpointId, owner } = record;
    const free = { $set: { owner: null, leaseUntil: NEVER_LEASED, dueAt: now } };
    const release = { updateOne: { filter: { _id: endpointId, owner }, update: free } };
    await queues.bulkWrite([healthUpdate(record), release]);
  },

  /** Saves the health of endpoints whose queues stay claimed. */
  saveHealth: async (records: readonly HealthRecord[]): Promise<void> => {
    if (records.length > 0) await queues.bulkWrite(records.map(healthUpdate));
  },
});

export const queueStore = (collections: Collections, session?: Session) => ({
  ...notifications(collections, session),
  ...reads(collections),
  ...leases(collections),
});
