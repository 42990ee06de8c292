import { commissionStatuses } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import { type Commission, holdReasonOf, owedMinor } from '../domain/commission.ts';

/** A commission as the contract defines it, with an administrator's reason to cancel it. */
export const commissionSchema = z
  .object({
    id: z.uuid(),
    affiliate_id: z.uuid(),
    campaign_id: z.uuid(),
    order_id: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(commissionStatuses),
    commission_rate: z.number(),
    sale_amount: z.number(),
    order_amount: z.number(),
    attributed_click_id: z.uuid().nullable(),
    created_at: z.string(),
    approved_at: z.string().nullable(),
    paid_at: z.string().nullable(),
    payout_id: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    hold_reason: z.string().nullable().describe('Why it cannot be paid now; null where it can'),
    attribution_change_id: z
      .uuid()
      .nullable()
      .describe(
        'The change of attribution that made it or last moved it, applied or undone; null where none did',
      ),
  })
  .meta({ id: 'Commission', description: 'What an affiliate earns by an order' });

/** @param isSuspended whether its affiliate's account is suspended */
export function commissionView(
  commission: Commission,
  isSuspended: boolean,
): z.input<typeof commissionSchema> {
  const orderAmount = toWireNumber(commission.orderValueMinor, commission.saleCurrency);
  return {
    id: commission.id,
    affiliate_id: commission.affiliateId,
    campaign_id: commission.campaignId,
    order_id: commission.orderId,
    amount: toWireNumber(owedMinor(commission), commission.currency),
    currency: commission.currency,
    status: commission.status,
    commission_rate: Number(commission.terms.value),
    sale_amount: orderAmount,
    order_amount: orderAmount,
    attributed_click_id: commission.clickId,
    created_at: commission.createdAt.toISOString(),
    approved_at: commission.approvedAt?.toISOString() ?? null,
    paid_at: commission.paidAt?.toISOString() ?? null,
    payout_id: commission.payoutId,
    cancel_reason: commission.cancelReason,
    hold_reason: holdReasonOf(commission, isSuspended),
    attribution_change_id: commission.lastChangeId ?? null,
  };
}
