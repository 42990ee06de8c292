import { z } from 'zod';
import { type CustomerErasureDocument } from '../store/customer-erasure-document.ts';

/** The receipt of an erasure, without anything of the person. */
export const customerErasureView = z
  .object({
    id: z.uuid(),
    status: z
      .enum(['running', 'completed'])
      .describe('`completed`: every service has erased what it had of the person'),
    by: z
      .enum(['customer_email', 'customer_id', 'click_id', 'several'])
      .describe('What the request named; `several` for more than one identifier'),
    brand_id: z.uuid().nullable().describe('Whose orders; null for those of every brand'),
    requested_at: z.iso.datetime(),
    completed_at: z.iso.datetime().nullable(),
    orders: z.int().describe('Orders of the person that were found'),
    erased: z
      .array(
        z.object({ service: z.string(), collection: z.string(), count: z.int() }).meta({
          id: 'ErasedRecords',
          description: 'How many records a service erased or changed',
        }),
      )
      .describe('Documents that were blanked or deleted, by collection'),
  })
  .meta({ id: 'CustomerErasure', description: 'The receipt of an erasure of a customer’s data' });

export const toCustomerErasureView = (
  erasure: CustomerErasureDocument,
): z.output<typeof customerErasureView> => ({
  id: erasure._id,
  status: erasure.completedAt === null ? 'running' : 'completed',
  by: erasure.by,
  brand_id: erasure.brandId,
  requested_at: erasure.requestedAt.toISOString(),
  completed_at: erasure.completedAt?.toISOString() ?? null,
  orders: erasure.orders,
  erased: Object.entries(erasure.counts).flatMap(([service, counts]) =>
    Object.entries(counts).map(([collection, count]) => ({ service, collection, count })),
  ),
});
