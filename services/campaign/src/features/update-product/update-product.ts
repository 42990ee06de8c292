import { invalidFields } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type z } from 'zod';
import { type Deps } from '../../deps.ts';
import { decideProductChange, type Product } from '../../domain/product.ts';
import { priceMinorOf, type updateProductBody } from '../../views/product-view.ts';

/** Updates the given fields of a product. @throws not_found; invalid; conflict `sku_taken` */
export const updateProduct =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  (own: { id: string; brandId: string }, body: z.output<typeof updateProductBody>) =>
    transaction(async ({ products, outbox }): Promise<Product> => {
      const before = await products.getOwn(own.id, own.brandId);
      const { price, ...rest } = body;
      const given = Object.entries(rest).filter(([, value]) => value !== undefined);
      const fields: Partial<Product> = Object.fromEntries(given);
      const currency = fields.currency ?? before.currency;
      if (price === undefined && currency !== before.currency) {
        throw invalidFields([{ path: 'price', message: 'Required where the currency changes' }]);
      }
      const priced = price === undefined ? {} : { priceMinor: priceMinorOf(price, currency) };
      const changes = { ...fields, ...priced };
      const { product, events } = decideProductChange(before, changes, clock.now());
      if (events.length === 0) return before;
      await products.save(product);
      recordChange({ kind: 'product', id: product.id, before, after: product });
      await outbox.add(...events);
      return product;
    });
