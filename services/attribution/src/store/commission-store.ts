import { type CommissionSnapshot } from '@tributary/contracts';
import { type Models } from './models.ts';
import { type BookedRow } from './rows.ts';

/** Booked commissions of conversions. */
export const commissionStore = ({ commissions }: Models) => ({
  /** Saves commissions in the order of their events. */
  save: async (snapshots: readonly CommissionSnapshot[]): Promise<void> => {
    const updates = snapshots.map((commission) => {
      const { commissionId: _id, conversionId, affiliateId, amountMinor } = commission;
      const { currency, terms, status } = commission;
      const booked = { conversionId, affiliateId, amountMinor, currency, terms, status };
      return { updateOne: { filter: { _id }, update: { $set: booked }, upsert: true } };
    });
    await commissions.bulkWrite(updates);
  },
  listOf: (conversionId: string): Promise<BookedRow[]> =>
    commissions.find({ conversionId }).lean<BookedRow[]>(),
});
