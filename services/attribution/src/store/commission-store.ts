import { type CommissionSnapshot } from '@tributary/contracts';
import { type Models } from './models.ts';
import { type BookedRow } from './rows.ts';

/** Commissions as they were booked on conversions. */
export const commissionStore = ({ commissions }: Models) => ({
  /** A commission's events come in order. */
  keep: async (commission: CommissionSnapshot): Promise<void> => {
    const { commissionId, conversionId, affiliateId, amountMinor, currency, terms, status } =
      commission;
    const booked = { conversionId, affiliateId, amountMinor, currency, terms, status };
    await commissions.updateOne({ _id: commissionId }, { $set: booked }, { upsert: true });
  },
  listOf: (conversionId: string): Promise<BookedRow[]> =>
    commissions.find({ conversionId }).lean<BookedRow[]>(),
});
