import { recordChange } from '@tributary/mongo';
import { type z } from 'zod';
import { type Deps } from '../../deps.ts';
import { decideProduct, type Product } from '../../domain/product.ts';
import { type createProductBody, priceMinorOf } from '../../views/product-view.ts';

/** Adds a product to a brand's catalogue. @throws invalid; conflict `sku_taken` */
export const createProduct =
  ({ transaction, clock, newId }: Pick<Deps, 'transaction' | 'clock' | 'newId'>) =>
  (brandId: string, body: z.output<typeof createProductBody>): Promise<Product> => {
    const { price, ...fields } = body;
    const priceMinor = priceMinorOf(price, fields.currency);
    return transaction(async ({ products, outbox }) => {
      const now = clock.now();
      const stamps = { id: newId(), brandId, createdAt: now, updatedAt: now };
      const { product, events } = decideProduct({ ...stamps, ...fields, priceMinor });
      await products.create(product);
      recordChange({ kind: 'product', id: product.id, after: product });
      await outbox.add(...events);
      return product;
    });
  };
