import { z } from 'zod';
import { currencySchema } from '@tributary/money';
import { endDate, startBeforeEnd, startDate } from '@tributary/service';
import { brandReportKinds } from '../domain/brand-report.ts';
import { brandMetricsSchema } from '../domain/performance-view.ts';
import { periodOf } from '../domain/period.ts';
import { type ReportQuery } from '../domain/report-query.ts';

/** The query of a brand's report. */
export const brandReportFilters = {
  kind: z.enum(brandReportKinds).default('affiliates'),
  start_date: startDate
    .optional()
    .describe('By default 30 days before the end; not for payouts_due'),
  end_date: endDate.optional(),
  campaign_id: z.uuid().optional(),
  affiliate_id: z.uuid().optional(),
  currency: currencySchema.default('USD'),
};

type Filters = z.output<z.ZodObject<typeof brandReportFilters>>;

/** Checks the dates of a brand's report. */
export function checkBrandPeriod(given: Filters, ctx: z.RefinementCtx): void {
  startBeforeEnd('start_date', 'end_date')(given, ctx);
  if (given.kind !== 'payouts_due' || given.start_date === undefined) return;
  const message = 'What is due counts all orders until the end';
  ctx.addIssue({ code: 'custom', path: ['start_date'], message });
}

/** The selection that a brand's query states. */
export const brandSelectionOf = (given: Filters, brandId: string, now: Date): ReportQuery => ({
  kind: given.kind,
  affiliateId: brandId,
  campaignId: given.campaign_id,
  onlyAffiliateId: given.affiliate_id,
  period: periodOf({ start: given.start_date, end: given.end_date }, now),
  currency: given.currency,
});

const text = z.string().nullable().optional();
const money = z.number().optional();

const amounts = {
  ...brandMetricsSchema.partial().shape,
  commissions: z.int().optional().describe('Commissions with something due'),
  order_value: money.describe('As reported'),
  refunded: money.describe('What refunds have taken off the orders’ value'),
  amount: money.describe('What is owed now; 0 once rejected or cancelled'),
  paid: money.describe('Paid to affiliates'),
  due: money.describe('Approved, and not paid yet'),
  on_hold: money.describe('Pending until the hold of the commission ends'),
  owed_back: money.describe('Paid, and cancelled since: later earnings offset it'),
};

export const brandTotalsSchema = z
  .object(amounts)
  .meta({ id: 'BrandReportTotals', description: 'The sums of all rows, also of other pages' });

export const brandRowSchema = z
  .object({
    conversion_id: text.meta({ examples: ['01975b3c-7c00-7000-8000-000000001001'] }),
    commission_id: text.meta({ examples: ['01975b3c-7c00-7000-8000-000000002001'] }),
    order_id: text.describe('Null for orders that were stored before reports showed it'),
    converted_at: text,
    campaign_id: text,
    campaign_name: text,
    affiliate_id: text,
    affiliate_name: text.meta({
      description: 'The affiliate’s name; null where it is not known yet',
      examples: ['Ann'],
    }),
    status: text,
    ...amounts,
  })
  .meta({ id: 'BrandReportRow', description: 'An order, a commission or an affiliate' });
