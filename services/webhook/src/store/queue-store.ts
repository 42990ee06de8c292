import { isDuplicateKey } from '@tributary/mongo';
import { type LaneHealth, TRIP_AFTER } from '../domain/endpoint-health.ts';
import { type Collections, type LaneRow, type Session } from './collections.ts';

const FREE = new Date(0);

export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

/** How many lanes may be taken. */
export interface LaneRoom {
  readonly lanes: number;
  /** Of these, at most so many of endpoints that are down. */
  readonly down: number;
  /** Lanes that are not to be taken; few. */
  readonly except?: readonly string[];
}

/** How a lane fared, as its worker knows it. */
export interface LaneStanding extends Pick<LaneRow, 'owner' | 'resets'> {
  readonly id: string;
  readonly health: LaneHealth;
}

/** Only of a lane that is still this owner's, and whose health did not begin anew meanwhile. */
const healthUpdate = ({ id, owner, resets, health }: LaneStanding) => {
  const { failuresInRow, failingSince } = health;
  const filter = { _id: id, owner, resets };
  return { updateOne: { filter, update: { $set: { failuresInRow, failingSince } } } };
};

/** Telling lanes that there is work. */
const pokes = ({ lanes }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Says that something is due from `dueAt` on. To be called after the deliveries are saved. */
    poke: async (endpointIds: readonly string[], dueAt: Date): Promise<void> => {
      if (endpointIds.length === 0) return;
      const updates = endpointIds.map((id) => ({
        updateOne: {
          filter: { _id: id },
          // $min keeps a null, which sorts before every date, so an idle lane is set by hand.
          update: [
            {
              $set: {
                dueAt: { $min: [{ $ifNull: ['$dueAt', dueAt] }, dueAt] },
                pokes: { $add: [{ $ifNull: ['$pokes', 0] }, 1] },
                owner: { $ifNull: ['$owner', null] },
                leaseUntil: { $ifNull: ['$leaseUntil', FREE] },
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
        await lanes.bulkWrite(updates, { ...options, ordered: false });
      } catch (error) {
        // Two instances made the same lane at once; those that lost just poke again.
        if (session !== undefined || !isDuplicateKey(error)) throw error;
        await lanes.bulkWrite(updates, { ordered: false });
      }
    },

    /** Lets its health begin anew, whatever a worker remembers of it. */
    resetHealth: async (id: string): Promise<void> => {
      // A worker that is leaving must look once more, as after a poke.
      const anew = {
        $set: { failuresInRow: 0, failingSince: null },
        $inc: { resets: 1, pokes: 1 },
      };
      await lanes.updateOne({ _id: id }, anew, options);
    },

    remove: async (id: string): Promise<void> => {
      await lanes.deleteOne({ _id: id }, options);
    },
  };
};

/** Due lanes that nobody works on. The type says that the partial index holds them; without it every lane is read. */
const freeAt = (now: Date, except: readonly string[] = []) => ({
  dueAt: { $lte: now, $type: 'date' as const },
  leaseUntil: { $lte: now },
  ...(except.length === 0 ? {} : { _id: { $nin: [...except] } }),
});

/** Free lanes with such health, the longest due first. */
async function listFree(
  lanes: Collections['lanes'],
  filter: ReturnType<typeof freeAt> & { readonly failuresInRow: object },
  limit: number,
): Promise<string[]> {
  if (limit <= 0) return [];
  const rows = lanes.find(filter).sort({ dueAt: 1 }).limit(limit);
  return (await rows.project<{ _id: string }>({ _id: 1 }).toArray()).map(({ _id }) => _id);
}

/** How lanes stand. */
const looks = ({ lanes }: Collections) => ({
  /** How often each of these lanes was poked by now. */
  listPokes: (ids: readonly string[]): Promise<Pick<LaneRow, '_id' | 'pokes'>[]> =>
    lanes
      .find({ _id: { $in: [...ids] } })
      .project<Pick<LaneRow, '_id' | 'pokes'>>({ pokes: 1 })
      .toArray(),

  find: async (id: string): Promise<LaneRow | undefined> =>
    (await lanes.findOne({ _id: id })) ?? undefined,
});

/** Working on lanes. */
const leases = ({ lanes }: Collections) => {
  return {
    /** Takes free lanes that are due, the longest due first; those of endpoints that are down come last. */
    lease: async (room: LaneRoom, lease: Lease, now: Date): Promise<LaneRow[]> => {
      const free = freeAt(now, room.except);
      const isWell = { ...free, failuresInRow: { $lt: TRIP_AFTER } };
      const isDown = { ...free, failuresInRow: { $gte: TRIP_AFTER } };
      const well = await listFree(lanes, isWell, room.lanes);
      const roomForDown = Math.min(room.lanes - well.length, room.down);
      const down = await listFree(lanes, isDown, roomForDown);
      const ids = [...well, ...down];
      if (ids.length === 0) return [];
      const taken = { $set: { owner: lease.owner, leaseUntil: lease.until } };
      const { modifiedCount } = await lanes.updateMany(
        { ...freeAt(now), _id: { $in: ids } },
        taken,
      );
      if (modifiedCount === 0) return [];
      const own = { _id: { $in: ids }, owner: lease.owner, leaseUntil: lease.until };
      return lanes.find(own).toArray();
    },

    /** Keeps lanes for longer; answers which of them are still this owner's. */
    renew: async (ids: readonly string[], lease: Lease, now: Date): Promise<Set<string>> => {
      const own = { _id: { $in: [...ids] }, owner: lease.owner, leaseUntil: { $gt: now } };
      await lanes.updateMany(own, { $set: { leaseUntil: lease.until } });
      const rows = await lanes.find(own).project<{ _id: string }>({ _id: 1 }).toArray();
      return new Set(rows.map(({ _id }) => _id));
    },

    /** Leaves a lane until `dueAt`. False where it was poked meanwhile, or is another's by now. */
    release: async (
      lane: Pick<LaneRow, '_id' | 'owner' | 'pokes'>,
      dueAt: Date | null,
      health: LaneHealth,
    ): Promise<boolean> => {
      const { failuresInRow, failingSince } = health;
      const { modifiedCount } = await lanes.updateOne(
        { _id: lane._id, owner: lane.owner, pokes: lane.pokes },
        { $set: { owner: null, leaseUntil: FREE, dueAt, failuresInRow, failingSince } },
      );
      return modifiedCount === 1;
    },

    /** Saves how lanes fare that go on being worked on. */
    keepHealth: async (standings: readonly LaneStanding[]): Promise<void> => {
      if (standings.length > 0) await lanes.bulkWrite(standings.map(healthUpdate));
    },

    /** Gives a lane up at once, whatever is still due in it. */
    abandon: async (standing: LaneStanding, now: Date): Promise<void> => {
      const { id, owner } = standing;
      const free = { $set: { owner: null, leaseUntil: FREE, dueAt: now } };
      const giveUp = { updateOne: { filter: { _id: id, owner }, update: free } };
      await lanes.bulkWrite([healthUpdate(standing), giveUp]);
    },
  };
};

export const laneStore = (collections: Collections, session?: Session) => ({
  ...pokes(collections, session),
  ...looks(collections),
  ...leases(collections),
});
