import { conversionCustomerErased } from '@tributary/contracts';
import { type Transaction } from '@tributary/mongo';
import { type ClickStore } from '../../store/click-store.ts';
import { type ConversionStore } from '../../store/conversion-store.ts';

interface Parts {
  readonly transaction: Transaction<{ conversions: ConversionStore }>;
  readonly clicks: ClickStore;
}

export interface Erased {
  readonly conversions: number;
  readonly clicks: number;
}

const PIECE = 100;
/** Stands for a visitor of whom nothing is known any more. */
const NOBODY = 'erased';

/**
 * Forgets a customer: whatever joins an order or click to the person goes, here at once and in the other
 * services by its event; values, credit and commissions stay, so that every sum is what it was. Can be
 * repeated, and ended at any point: clicks go before the hash that leads to them.
 */
export const eraseCustomer =
  ({ transaction, clicks }: Parts) =>
  async (customerEmailHash: string): Promise<Erased> => {
    let erased: Erased = { conversions: 0, clicks: 0 };
    for (;;) {
      const piece = await transaction(async ({ conversions, outbox }) => {
        const found = await conversions.listOfCustomer(customerEmailHash, PIECE);
        const clickIds = found.flatMap(({ clickId }) => clickId ?? []);
        const count = clickIds.length === 0 ? 0 : await clicks.erase(clickIds, NOBODY);
        await conversions.eraseCustomers(found.map(({ id }) => id));
        for (const { id: conversionId, brandId, clickId } of found) {
          await outbox.add(conversionCustomerErased({ conversionId, brandId, clickId }));
        }
        return { conversions: found.length, clicks: count };
      });
      erased = {
        conversions: erased.conversions + piece.conversions,
        clicks: erased.clicks + piece.clicks,
      };
      if (piece.conversions < PIECE) return erased;
    }
  };
