import { type CommissionSnapshot } from '@tributary/contracts';
import { type Collections, type CommissionDocument } from './collections.ts';

/** Booked commissions of conversions. */
export const commissionStore = ({ commissions }: Collections) => ({
  /** Saves the last of each commission's states, which are in the order of their events. */
  save: async (snapshots: readonly CommissionSnapshot[]): Promise<void> => {
    const last = new Map(snapshots.map((snapshot) => [snapshot.commissionId, snapshot]));
    const updates = [...last.values()].map((commission) => {
      const { commissionId: _id, conversionId, affiliateId, amountMinor } = commission;
      const { currency, terms, status, attributionChangeId } = commission;
      const booked = {
        ...{ conversionId, affiliateId, amountMinor, currency, terms, status },
        ...(attributionChangeId === undefined ? {} : { attributionChangeId }),
      };
      return { updateOne: { filter: { _id }, update: { $set: booked }, upsert: true } };
    });
    await commissions.bulkWrite(updates);
  },
  listOf: (conversionId: string): Promise<CommissionDocument[]> =>
    commissions.find({ conversionId }).lean(),
});
