import { isDuplicateKey } from '@tributary/mongo';
import { type LaneHealth } from '../domain/lane.ts';
import { type Collections, type LaneRow, type Session } from './collections.ts';

const FREE = new Date(0);

export interface Lease {
  readonly owner: string;
  readonly until: Date;
}

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

    remove: async (id: string): Promise<void> => {
      await lanes.deleteOne({ _id: id }, options);
    },
  };
};

/** Working on lanes. */
const leases = ({ lanes }: Collections) => {
  return {
    /** Takes free lanes that are due, the longest due first. */
    lease: async (limit: number, lease: Lease, now: Date): Promise<LaneRow[]> => {
      // The type says that the partial index holds them; without it every lane is read.
      const free = { dueAt: { $lte: now, $type: 'date' as const }, leaseUntil: { $lte: now } };
      const found = await lanes
        .find(free)
        .sort({ dueAt: 1 })
        .limit(limit)
        .project<{ _id: string }>({ _id: 1 })
        .toArray();
      if (found.length === 0) return [];
      const ids = found.map(({ _id }) => _id);
      const taken = { $set: { owner: lease.owner, leaseUntil: lease.until } };
      const { modifiedCount } = await lanes.updateMany({ _id: { $in: ids }, ...free }, taken);
      if (modifiedCount === 0) return [];
      return lanes
        .find({ _id: { $in: ids }, owner: lease.owner, leaseUntil: lease.until })
        .toArray();
    },

    /** Keeps lanes for longer; answers which of them are still this owner's. */
    renew: async (ids: readonly string[], lease: Lease, now: Date): Promise<Set<string>> => {
      const own = { _id: { $in: [...ids] }, owner: lease.owner, leaseUntil: { $gt: now } };
      await lanes.updateMany(own, { $set: { leaseUntil: lease.until } });
      const rows = await lanes.find(own).project<{ _id: string }>({ _id: 1 }).toArray();
      return new Set(rows.map(({ _id }) => _id));
    },

    find: async (id: string): Promise<LaneRow | undefined> =>
      (await lanes.findOne({ _id: id })) ?? undefined,

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

    /** Gives a lane up at once, whatever is still due in it. */
    abandon: async (id: string, owner: string, now: Date): Promise<void> => {
      await lanes.updateOne(
        { _id: id, owner },
        { $set: { owner: null, leaseUntil: FREE, dueAt: now } },
      );
    },
  };
};

export const laneStore = (collections: Collections, session?: Session) => ({
  ...pokes(collections, session),
  ...leases(collections),
});
