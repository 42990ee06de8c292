import { invalidFields } from '@tributary/errors';
import { currencySchema, fromWireNumber, toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type Product } from '../domain/product.ts';
import { webAddress } from './campaign-fields.ts';

export const productText = (max: number) => z.string().trim().min(1).max(max);

/** The fields of a product that a brand sets. */
const fields = {
  sku: productText(100),
  name: productText(200),
  price: z.number().min(0).max(1_000_000_000_000),
  currency: currencySchema,
  category: productText(100).nullable(),
  url: webAddress.nullable(),
};

export const createProductBody = z.strictObject({
  ...fields,
  category: fields.category.default(null),
  url: fields.url.default(null),
});
export const updateProductBody = z.strictObject(fields).partial();

export const skuErrors = { sku_taken: 'The brand has a product with this sku already (409)' };

export const productResponse = z
  .object({
    id: z.uuid(),
    sku: z.string(),
    name: z.string(),
    price: z.number(),
    currency: currencySchema,
    category: z.string().nullable(),
    url: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'Product', description: 'A product of a brand' });

export const productView = (product: Product): z.output<typeof productResponse> => ({
  id: product.id,
  sku: product.sku,
  name: product.name,
  price: toWireNumber(product.priceMinor, product.currency),
  currency: product.currency,
  category: product.category,
  url: product.url,
  created_at: product.createdAt.toISOString(),
  updated_at: product.updatedAt.toISOString(),
});

/** @throws invalid naming `price` where it has more decimals than its currency */
export function priceMinorOf(price: number, currency: string): number {
  try {
    return fromWireNumber(price, currency);
  } catch {
    throw invalidFields([{ path: 'price', message: 'Has more decimals than its currency' }]);
  }
}
