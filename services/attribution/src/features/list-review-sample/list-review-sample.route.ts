import { route } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

const OPEN_DAYS = 30;
const MAX_ORDERS = 100;

const response = z.object({
  success: z.literal(true),
  data: z.object({
    conversions: z
      .array(
        z
          .object({
            conversion_id: z.uuid(),
            campaign_id: z.uuid(),
            affiliate_id: z.uuid().nullable(),
            order_id: z.string().nullable(),
            fraud_score: z.number().min(0).max(1),
            converted_at: z.iso.datetime(),
          })
          .meta({
            id: 'DrawnConversion',
            description: 'A conversion that was drawn at random for a closer look',
          }),
      )
      .describe('The latest first, at most 100'),
  }),
});

export const listReviewSampleRoute = ({ reviews, clock }: Deps) =>
  route({
    operationId: 'listReviewSample',
    method: 'get',
    path: '/api/brand/conversions/review-sample',
    summary: 'Conversions that nobody suspects, drawn at random for a closer look',
    description:
      'About 15 of 1,000 conversions without a flag are drawn, so that it is known how much fraud the score misses ' +
      '(`recall` in the fraud analysis). Those of the last 30 days that have no review yet. They are not held, and are ' +
      'approved or rejected like any other: what the review finds counts for all that were not drawn.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    response,
    handle: async ({ actor }) => {
      const since = new Date(clock.now().getTime() - OPEN_DAYS * DAY_MS);
      const drawn = await reviews.listDrawn(actor.id, since, MAX_ORDERS);
      return {
        success: true,
        data: {
          conversions: drawn.map(({ _id, campaignId, affiliateId, inputs, ...one }) => ({
            conversion_id: _id,
            campaign_id: campaignId,
            affiliate_id: affiliateId,
            order_id: inputs?.order.orderId ?? null,
            fraud_score: one.fraudScore,
            converted_at: one.convertedAt.toISOString(),
          })),
        },
      };
    },
  });
