import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type Commission, isFraudHeld, owedMinor } from '../domain/commission.ts';

export const fraudHoldSchema = z
  .object({
    commission_id: z.uuid(),
    conversion_id: z.uuid().describe('Its explanation shows both verdicts, with their reasons'),
    campaign_id: z.uuid(),
    affiliate_id: z.uuid(),
    order_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.string().describe('`rejected` or `cancelled` once it is refused'),
    reason: z
      .enum(['suspicious', 'order_not_known'])
      .describe(
        '`order_not_known`: the order could not be judged for a week, because its assessment is missing',
      ),
    is_held: z.boolean().describe('Whether it waits for the brand’s decision'),
    fraud_score: z.number().describe('0 to 1, when the order was judged again'),
    judged_at: z.iso.datetime().describe('When it was judged again'),
    released_at: z.iso.datetime().nullable().describe('When the brand released it'),
  })
  .meta({
    id: 'FraudHold',
    description: 'A commission whose order was suspicious when it was judged again',
  });

/** @returns undefined where the order was not judged again */
export function fraudHoldView(commission: Commission): z.input<typeof fraudHoldSchema> | undefined {
  const { verdict, currency } = commission;
  if (verdict === undefined) return undefined;
  return {
    commission_id: commission.id,
    conversion_id: commission.conversionId,
    campaign_id: commission.campaignId,
    affiliate_id: commission.affiliateId,
    order_id: commission.orderId,
    amount: toWireNumber(owedMinor(commission), currency),
    currency,
    status: commission.status,
    reason: verdict.isUnknown === true ? ('order_not_known' as const) : ('suspicious' as const),
    is_held: isFraudHeld(commission),
    fraud_score: verdict.fraudScore,
    judged_at: verdict.judgedAt.toISOString(),
    released_at: verdict.releasedAt?.toISOString() ?? null,
  };
}
