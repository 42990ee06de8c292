import { currencySchema, toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type Product } from '../domain/product.ts';

export const productResponse = z.object({
  id: z.uuid(),
  sku: z.string(),
  name: z.string(),
  price: z.number(),
  currency: currencySchema,
  category: z.string().nullable(),
  url: z.string().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

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
