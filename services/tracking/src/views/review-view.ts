import { conversionStatuses } from '@tributary/contracts';
import { z } from 'zod';
import { freeText } from '../domain/plain-text.ts';
import { type ReviewedItem } from '../domain/review.ts';

/** The fields of a review request. */
export const decisionFields = {
  decision: z.enum(['approved', 'rejected']),
  notes: freeText(2_000).optional(),
};

/** A reviewed conversion in a response. */
export const reviewedItem = z
  .object({
    id: z.uuid(),
    status: z.enum(conversionStatuses),
    commission_created: z.boolean(),
  })
  .meta({ id: 'ReviewedConversion', description: 'A conversion that was reviewed' });

export const toReviewedItem = ({
  id,
  status,
  commissionCreated,
}: ReviewedItem): z.output<typeof reviewedItem> => ({
  id,
  status,
  commission_created: commissionCreated,
});
