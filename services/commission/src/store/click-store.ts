import type { CommissionTerms } from '@tributary/contracts';
import type { ClickDoc, Collections, Session } from './collections.ts';

/** Clicks that wait for their commission, which all of one affiliate on one campaign share. */
export interface WaitingClicks {
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly terms: CommissionTerms;
}

const DUPLICATE_KEY = 11_000;

const isOnlyDuplicates = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY;

/** Paid clicks, each once by its id. */
export const clickStore = ({ paidClicks }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Those that are known already stay as they are. Not for use in a transaction. */
    addMany: async (clicks: readonly ClickDoc[]): Promise<void> => {
      if (clicks.length === 0) return;
      try {
        await paidClicks.insertMany([...clicks], { ordered: false });
      } catch (error) {
        if (!isOnlyDuplicates(error)) throw error;
      }
    },

    listWaiting: async (limit: number): Promise<WaitingClicks[]> => {
      const fields = ['affiliateId', 'campaignId', 'brandId', 'terms'];
      const rows = paidClicks.aggregate<{ _id: WaitingClicks }>(
        [
          { $match: { isBooked: false } },
          { $group: { _id: Object.fromEntries(fields.map((field) => [field, `$${field}`])) } },
          { $limit: limit },
        ],
        { hint: 'waiting' },
      );
      return (await rows.toArray()).map(({ _id }) => _id);
    },

    /** The oldest that wait, at the same terms. */
    takeWaiting: async (waiting: WaitingClicks, limit: number): Promise<ClickDoc[]> => {
      const { affiliateId, campaignId, terms } = waiting;
      const query = { affiliateId, campaignId, isBooked: false, terms };
      return paidClicks.find(query, options).sort({ at: 1, _id: 1 }).limit(limit).toArray();
    },

    /** @throws where one of them is booked already */
    markBooked: async (ids: readonly string[]): Promise<void> => {
      const waiting = { _id: { $in: [...ids] }, isBooked: false };
      const result = await paidClicks.updateMany(waiting, { $set: { isBooked: true } }, options);
      if (result.modifiedCount !== ids.length) throw new Error('A click was booked already');
    },
  };
};
