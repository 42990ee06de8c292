import type { Session } from '@tributary/mongo';
import type { Reservation } from '../domain/reservation.ts';
import type { Collections, ReservationDocument } from './collections.ts';

const toReservation = ({ _id, ...facts }: ReservationDocument): Reservation => ({
  payoutId: _id,
  ...facts,
});

export const reservationStore = ({ reservations }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    find: async (payoutId: string): Promise<Reservation | undefined> => {
      const doc = await reservations.findOne({ _id: payoutId }, options);
      return doc === null ? undefined : toReservation(doc);
    },

    /** The stored ones, by payout. */
    findMany: async (payoutIds: readonly string[]): Promise<Map<string, Reservation>> => {
      const docs = await reservations.find({ _id: { $in: [...payoutIds] } }, options).toArray();
      return new Map(docs.map((doc) => [doc._id, toReservation(doc)]));
    },

    saveMany: async (saved: readonly Reservation[]): Promise<void> => {
      if (saved.length === 0) return;
      const writes = saved.map(({ payoutId, ...replacement }) => ({
        replaceOne: { filter: { _id: payoutId }, replacement, upsert: true },
      }));
      await reservations.bulkWrite(writes, { ...options, ordered: true });
    },
  };
};
