import type { Reservation } from '../domain/reservation.ts';
import type { Collections, ReservationDoc, Session } from './collections.ts';

const toReservation = ({ _id, ...facts }: ReservationDoc): Reservation => ({
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

    saveMany: async (saved: readonly Reservation[]): Promise<void> => {
      for (const { payoutId, ...facts } of saved) {
        await reservations.replaceOne({ _id: payoutId }, facts, { ...options, upsert: true });
      }
    },
  };
};
