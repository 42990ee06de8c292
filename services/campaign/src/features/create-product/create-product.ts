import { invalidFields } from '@tributary/errors';
import { fromWireNumber } from '@tributary/money';
import { type Deps } from '../../deps.ts';
import { decideProduct, decideProductChange, type Product } from '../../domain/product.ts';

/** A product's fields as they are written on the wire. */
export interface ProductFields {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  readonly currency: string;
  readonly category: string | null;
  readonly url: string | null;
}

/** @throws invalid naming `price` where it has more decimals than its currency */
function minorOf(price: number, currency: string): number {
  try {
    return fromWireNumber(price, currency);
  } catch {
    throw invalidFields([{ path: 'price', message: 'Has more decimals than its currency' }]);
  }
}

/** Adds a product to a brand's. @throws invalid; conflict `sku_taken` */
export const addProduct = (deps: Deps) => (brandId: string, given: ProductFields) => {
  const { price, ...fields } = given;
  const priceMinor = minorOf(price, fields.currency);
  return deps.transaction(async ({ products, outbox }): Promise<Product> => {
    const now = deps.clock.now();
    const made = { id: deps.newId(), brandId, createdAt: now, updatedAt: now };
    const { product, events } = decideProduct({ ...made, ...fields, priceMinor });
    await products.create(product);
    await outbox.add(...events);
    return product;
  });
};

type Change = { readonly [Field in keyof ProductFields]?: ProductFields[Field] | undefined };

/** Changes what is given of a product. @throws not_found; invalid; conflict `sku_taken` */
export const changeProduct =
  (deps: Deps) =>
  (own: { id: string; brandId: string }, { price, ...change }: Change): Promise<Product> =>
    deps.transaction(async ({ products, outbox }) => {
      const before = await products.getOwn(own.id, own.brandId);
      const given = Object.entries(change).filter(([, value]) => value !== undefined);
      const fields: Partial<Product> = Object.fromEntries(given);
      const currency = fields.currency ?? before.currency;
      const isRepriced = price !== undefined || currency !== before.currency;
      if (isRepriced && price === undefined) {
        throw invalidFields([{ path: 'price', message: 'Needed where the currency changes' }]);
      }
      const priced = price === undefined ? {} : { priceMinor: minorOf(price, currency) };
      const { product, events } = decideProductChange(
        before,
        { ...fields, ...priced },
        deps.clock.now(),
      );
      if (events.length === 0) return before;
      await products.save(product);
      await outbox.add(...events);
      return product;
    });

/** Takes a product out of the catalogue. @throws not_found */
export const removeProduct =
  (deps: Deps) =>
  (id: string, brandId: string): Promise<void> =>
    deps.transaction(async ({ products }) => {
      await products.getOwn(id, brandId);
      await products.remove(id);
    });
