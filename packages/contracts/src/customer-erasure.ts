import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id } from './fields.ts';
import { sampleIds } from './sample-ids.ts';

/** What a service erased of a customer's order, for the receipt. */
const erasedOfOrder = z.object({
  /** The receipt. */
  erasureId: id,
  conversionId: id,
  /** Documents that were blanked or deleted, by collection. */
  counts: z.array(z.object({ collection: z.string(), count: z.int().min(0) })),
});
export type ErasedOfOrder = z.output<typeof erasedOfOrder>;

const erasureId = '01975b3c-7c00-7000-8000-00000000e201';
const { conversionId } = sampleIds;
const internalBecause = 'the receipt is read over the API';

export const assessmentCustomerErased = defineEvent({
  type: 'assessment.customer_erased.v1',
  topic: 'attribution.assessments',
  key: (erased) => erased.erasureId,
  data: erasedOfOrder,
  description: 'Attribution erased a customer’s data of an order, at the request of an erasure.',
  sample: { erasureId, conversionId, counts: [{ collection: 'order_facts', count: 1 }] },
  internalBecause,
});

export const commissionCustomerErased = defineEvent({
  type: 'commission.customer_erased.v1',
  topic: 'commission.commissions',
  key: (erased) => erased.erasureId,
  data: erasedOfOrder,
  description: 'Commission erased a customer’s data of an order, at the request of an erasure.',
  sample: { erasureId, conversionId, counts: [{ collection: 'conversion_views', count: 1 }] },
  internalBecause,
});
