import { randomUUIDv7 } from 'node:crypto';
import { anApprovedConversion } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { commissionParts, conversionParts, partsBetween } from '../domain/affiliate-sums.ts';
import { conversionViewOf } from '../domain/conversion-view.ts';
import type {
  Collections,
  CommissionDocument,
  ConversionViewDocument,
} from '../store/collections.ts';
import { sumStore } from '../store/sum-store.ts';
import { MemoryBooks } from './memory-books.ts';

const CHUNK = 5_000;
const CAMPAIGNS = 50;
const statuses = ['approved', 'paid', 'pending', 'cancelled', 'approved'] as const;
const conversionStatuses = ['approved', 'approved', 'approved', 'reversed', 'pending'] as const;

/** A commission and its conversion, from which the others are copied. */
function sample(affiliateId: string) {
  const books = new MemoryBooks(affiliateId);
  const approval = anApprovedConversion({ affiliateId });
  books.approve(approval);
  const [commission] = books.commissionsOf(approval.conversionId);
  if (commission === undefined) throw new Error('No commission');
  const { campaignId, orderId, status, valueMinor, refundedMinor, currency, terms } = approval;
  const { customerId, isNewCustomer } = approval;
  const facts = {
    ...{ campaignId, orderId, status, valueMinor, refundedMinor, currency, terms },
    ...{ customerId, isNewCustomer },
    namedMinor: null,
    unpayableReason: null,
    productName: 'Kettle',
    productCategory: null,
    quantity: 1,
    rejectionReason: null,
    trackedAt: books.now,
    convertedAt: books.now,
  };
  const credit = { by: 'verdict', at: books.now, shares: approval.shares } as const;
  const { id: _id, ...view } = conversionViewOf({ id: '', facts, credit }, {});
  return { commission, view };
}

/**
 * Fills the lists of one affiliate with `count` commissions and conversions of 50 campaigns, one per minute up to now. They
 * have no ledger entries, so the ledger does not verify.
 * @returns the campaigns
 */
export async function fillLists(
  collections: Collections,
  affiliateId: string,
  count: number,
): Promise<readonly string[]> {
  const { commissions, conversionViews } = collections;
  const campaignIds = Array.from({ length: CAMPAIGNS }, () => randomUUIDv7());
  const { commission, view } = sample(affiliateId);
  const { id: _id, ...facts } = commission;
  const now = Date.now();
  for (let from = 0; from < count; from += CHUNK) {
    const numbers = Array.from({ length: Math.min(CHUNK, count - from) }, (_, at) => from + at);
    const made = numbers.map((number) => {
      const at = new Date(now - (count - number) * MINUTE_MS);
      const conversionId = randomUUIDv7();
      const campaignId = campaignIds[number % CAMPAIGNS] ?? '';
      const status = statuses[number % statuses.length] ?? 'approved';
      const ofConversion = conversionStatuses[number % statuses.length] ?? 'approved';
      const orderId = `order-${String(number)}`;
      const doc: CommissionDocument = {
        ...facts,
        _id: randomUUIDv7(),
        ...{ conversionId, campaignId, orderId, status },
        freeMinor: status === 'approved' ? facts.amountMinor : 0,
        createdAt: at,
        convertedAt: at,
      };
      const shown: ConversionViewDocument = {
        ...view,
        _id: conversionId,
        ...{ campaignId, orderId, status: ofConversion, convertedAt: at },
      };
      return { doc, shown };
    });
    await commissions.insertMany(
      made.map(({ doc }) => doc),
      { ordered: false },
    );
    await conversionViews.insertMany(
      made.map(({ shown }) => shown),
      { ordered: false },
    );
    const parts = made.flatMap(({ doc, shown }) => [
      ...commissionParts(doc),
      ...conversionParts({ ...shown, id: shown._id }),
    ]);
    await sumStore(collections).add(partsBetween([], parts));
  }
  return campaignIds;
}
