import { conversionStatuses, rejectionReasons } from '@tributary/contracts';
import { z } from 'zod';
import { freeText } from '../domain/plain-text.ts';
import { type ReviewedItem } from '../domain/review.ts';

/** The fields of a review request. */
export const decisionFields = {
  decision: z.enum(['approved', 'rejected']),
  notes: freeText(2_000).optional(),
  reason: z
    .enum(rejectionReasons)
    .optional()
    .describe(
      'Why it is rejected: only kinds of fraud teach the fraud score; `returned`, `wrong_order` and `other` say nothing about fraud',
    ),
};

/** A reason goes with a rejection. */
export function requireRejection(
  { decision, reason }: { readonly decision: string; readonly reason?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  if (reason === undefined || decision === 'rejected') return;
  ctx.addIssue({ code: 'custom', path: ['reason'], message: 'Only a rejection has a reason' });
}

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
