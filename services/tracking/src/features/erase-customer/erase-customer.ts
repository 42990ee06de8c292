import { conversionCustomerErased } from '@tributary/contracts';
import { type Transaction } from '@tributary/mongo';
import { ERASED_VISITOR } from '../../domain/click.ts';
import { visitorClickOf } from '../../domain/conversion.ts';
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

const CHUNK_SIZE = 100;

/**
 * Erases a customer: deletes the data that links orders and clicks to the person, here at once and in the
 * other services by the event. Values, credit and commissions remain, so that all sums stay the same. Can
 * be interrupted and repeated: clicks are erased before the hash that leads to them.
 */
export const eraseCustomer =
  ({ transaction, clicks }: Parts) =>
  async (customerEmailHash: string): Promise<Erased> => {
    let erased: Erased = { conversions: 0, clicks: 0 };
    for (;;) {
      const chunk = await transaction(async ({ conversions, outbox }) => {
        const found = await conversions.listOfCustomer(customerEmailHash, CHUNK_SIZE);
        const clickIds = found.flatMap((conversion) => visitorClickOf(conversion) ?? []);
        const count = clickIds.length === 0 ? 0 : await clicks.erase(clickIds, ERASED_VISITOR);
        await conversions.eraseCustomers(found.map(({ id }) => id));
        for (const conversion of found) {
          const { id: conversionId, brandId } = conversion;
          const clickId = visitorClickOf(conversion);
          await outbox.add(conversionCustomerErased({ conversionId, brandId, clickId }));
        }
        return { conversions: found.length, clicks: count };
      });
      erased = {
        conversions: erased.conversions + chunk.conversions,
        clicks: erased.clicks + chunk.clicks,
      };
      if (chunk.conversions < CHUNK_SIZE) return erased;
    }
  };
