import mongoose from 'mongoose';
import { type Models, type TouchpointRow } from './models.ts';

const { MongoBulkWriteError } = mongoose.mongo;
const DUPLICATE_KEY = 11_000;

const isRepetition = (error: unknown): boolean => {
  if (!(error instanceof MongoBulkWriteError)) return false;
  const errors = [error.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
};

/** Clicks that paths are made from. */
export const touchpointStore = ({ touchpoints }: Models) => ({
  /** Adds what is new; a click that comes again changes nothing. */
  add: async (rows: readonly TouchpointRow[]): Promise<void> => {
    if (rows.length === 0) return;
    // By the driver itself: casting each of a thousand rows costs more than writing them.
    await touchpoints.collection
      .insertMany([...rows] as never[], { ordered: false })
      .catch((error: unknown) => {
        if (!isRepetition(error)) throw error;
      });
  },
});
