import { conversionStatuses } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { z } from 'zod';
import type { Expected } from '../domain/conversion-view.ts';
import type { ConversionViewDocument } from '../store/collections.ts';
import type { EarnedCommission } from '../store/commission-reports.ts';

export const conversionItem = z
  .object({
    id: z.uuid(),
    order_id: z.string(),
    order_value: z.number(),
    currency: z.string().describe('Of the order'),
    commission_amount: z.number(),
    commission_currency: z
      .string()
      .describe('The order’s for a percentage, the campaign’s for a fixed amount'),
    commission_rate: z.number(),
    commission_type: z.enum(['percentage', 'fixed']),
    status: z.enum(conversionStatuses),
    conversion_timestamp: z.string(),
    campaign_id: z.uuid(),
    product_name: z.string().nullable(),
    customer_id: z.string().nullable(),
    is_new_customer: z.boolean().nullable(),
  })
  .meta({ id: 'EarningConversion', description: 'An order with what the caller earns by it' });

export const conversionDetail = conversionItem
  .extend({
    product_category: z.string().nullable(),
    quantity: z.int().nullable(),
    rejection_reason: z.string().nullable(),
    refunded_amount: z.number().describe('What refunds have taken off the order’s value'),
    metadata: z
      .record(z.string(), z.unknown())
      .describe(
        'What the shop reported of the order, without the fields of the buyer and the browser',
      ),
  })
  .meta({
    id: 'EarningConversionDetail',
    description: 'An order with what the caller earns by it, and its products',
  });

/** What the caller earns by a conversion. */
interface Earnings {
  /** Absent before the approval; its amount is what is owed now. */
  readonly commission: EarnedCommission | undefined;
  readonly expected: Expected | undefined;
}

export const conversionItemOf = (
  view: ConversionViewDocument,
  { commission, expected }: Earnings,
): z.input<typeof conversionItem> => ({
  id: view._id,
  order_id: view.orderId,
  order_value: toWireNumber(view.valueMinor, view.currency),
  currency: view.currency,
  commission_amount: toWireNumber(
    amountOf(view, { commission, expected }),
    commission?.currency ?? view.commissionCurrency,
  ),
  commission_currency: commission?.currency ?? view.commissionCurrency,
  commission_rate: Number(commission?.terms.value ?? expected?.rate ?? view.terms.value),
  commission_type: view.terms.type,
  status: view.status,
  conversion_timestamp: view.convertedAt.toISOString(),
  campaign_id: view.campaignId,
  product_name: view.productName,
  customer_id: view.customerId,
  is_new_customer: view.isNewCustomer,
});

export const conversionDetailOf = (
  view: ConversionViewDocument,
  own: Earnings,
  metadata: Readonly<Record<string, unknown>>,
): z.input<typeof conversionDetail> => ({
  ...conversionItemOf(view, own),
  product_category: view.productCategory,
  quantity: view.quantity,
  rejection_reason: view.rejectionReason,
  refunded_amount: toWireNumber(view.refundedMinor, view.currency),
  metadata,
});

function amountOf({ status }: ConversionViewDocument, { commission, expected }: Earnings): number {
  if (commission !== undefined) return commission.amountMinor;
  return status === 'pending' ? (expected?.amountMinor ?? 0) : 0;
}
