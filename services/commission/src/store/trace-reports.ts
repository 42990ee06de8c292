import type { Commission } from '../domain/commission.ts';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type {
  Collections,
  EntryDocument,
  ReservationDocument,
  TransactionDocument,
} from './collections.ts';
import { toCommission } from './commission-store.ts';

/** Everything stored about one commission. */
export interface CommissionFacts {
  readonly commission: Commission;
  /** All commissions of the conversion, in the order of their shares. */
  readonly siblings: readonly Commission[];
  readonly conversion: EarnedConversion;
  /** The payouts that reserved a part of it, oldest first. */
  readonly reservations: readonly ReservationDocument[];
  readonly transactions: readonly TransactionDocument[];
  /** Its own entries, and those of payouts that moved it together with others. */
  readonly entries: readonly EntryDocument[];
}

export const traceReports = (collections: Collections) => ({
  /** Undefined where the commission does not exist. */
  findFacts: async (commissionId: string): Promise<CommissionFacts | undefined> => {
    const { commissions, conversions, reservations } = collections;
    const doc = await commissions.findOne({ _id: commissionId });
    if (doc === null) return undefined;
    const { affiliateId, conversionId } = doc;
    const [conversion, taken] = await Promise.all([
      conversions.findOne({ _id: conversionId }),
      reservations
        .find({ affiliateId, 'items.commissionId': commissionId })
        .sort({ reservedAt: 1, _id: 1 })
        .toArray(),
    ]);
    if (conversion === null) return undefined;
    const { _id: id, ...facts } = conversion;
    const siblings = await commissions.find({ _id: { $in: [...facts.commissionIds] } }).toArray();
    const booked = await findBooked(
      collections,
      commissionId,
      taken.map(({ _id }) => _id),
    );
    return {
      commission: toCommission(doc),
      siblings: facts.commissionIds.flatMap((sibling) =>
        siblings.filter(({ _id }) => _id === sibling).map(toCommission),
      ),
      conversion: { id, ...facts },
      reservations: taken,
      ...booked,
    };
  },
});

async function findBooked(
  { entries, transactions }: Collections,
  commissionId: string,
  payoutIds: readonly string[],
) {
  const own = await entries.find({ commissionId }).toArray();
  const ofPayouts = await transactions
    .find({ 'cause.payoutId': { $in: [...payoutIds] } })
    .toArray();
  const payoutTransactions = ofPayouts.map(({ _id }) => _id);
  const together = { transactionId: { $in: payoutTransactions }, commissionId: null };
  const shared = await entries.find(together).toArray();
  const ids = [...new Set([...own, ...shared].map(({ transactionId }) => transactionId))];
  const found = await transactions
    .find({ _id: { $in: ids } })
    .sort({ at: 1, _id: 1 })
    .toArray();
  return { transactions: found, entries: [...own, ...shared] };
}
