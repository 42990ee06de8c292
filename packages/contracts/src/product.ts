import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';

/** What a brand sells. */
export const productSnapshot = z.object({
  productId: id,
  brandId: id,
  sku: z.string(),
  name: z.string(),
  priceMinor: amountMinor,
  currency,
  category: z.string().nullable(),
  url: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
});
export type ProductSnapshot = z.output<typeof productSnapshot>;

const declaration = {
  topic: 'campaign.products',
  key: (product: ProductSnapshot) => product.productId,
  data: productSnapshot,
} as const;

export const productAdded = defineEvent({
  type: 'product.added.v1',
  ...declaration,
  description: 'A brand added a product.',
});
export const productUpdated = defineEvent({
  type: 'product.updated.v1',
  ...declaration,
  description: 'A brand changed a product.',
});
