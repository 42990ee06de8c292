import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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

const sample: ProductSnapshot = {
  productId: '01975b3c-7c00-7000-8000-000000001001',
  brandId: sampleIds.brandId,
  sku: 'SKU-1',
  name: 'Kettle',
  priceMinor: 12_000,
  currency: 'USD',
  category: 'kitchen',
  url: null,
  createdAt: SAMPLE_TIME,
  updatedAt: SAMPLE_TIME,
};

/** For the brand only: affiliates have no access to its catalogue. */
const inBrand = publicEventsOf('Brand', (product: ProductSnapshot) => [
  messageTo([product.brandId], {
    product_id: product.productId,
    sku: product.sku,
    name: product.name,
    price: formatAmount(product.priceMinor, product.currency),
    currency: product.currency,
    category: product.category,
    url: product.url,
    updated_at: product.updatedAt,
  }),
]);

export const productAdded = defineEvent({
  type: 'product.added.v1',
  ...declaration,
  description: 'A brand added a product.',
  sample,
  publicEvents: [inBrand('brand.product.added', 4, 'A brand added a product.')],
});
export const productUpdated = defineEvent({
  type: 'product.updated.v1',
  ...declaration,
  description: 'A brand changed a product.',
  sample,
  publicEvents: [inBrand('brand.product.updated', 5, 'A brand changed a product.')],
});
