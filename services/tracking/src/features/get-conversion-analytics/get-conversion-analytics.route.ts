import { toWireNumber } from '@tributary/money';
import { invalidFields } from '@tributary/errors';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { optionalCurrency } from '../../workflows/order-fields.ts';
import { type StatusCount, type Summary } from '../../store/conversion-analytics.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    campaign_id: uuidInput.optional(),
    currency: optionalCurrency,
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

const counted = { conversions: z.int(), revenue: z.number() };
const response = z.object({
  success: z.literal(true),
  data: z
    .object({
      period: z
        .object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() })
        .meta({ id: 'Period', description: 'A period of time; its end is exclusive' }),
      currency: z.string().describe('The currency of all amounts; other currencies are excluded'),
      totals: z
        .object({
          ...counted,
          approved: z.int(),
          pending: z.int(),
          rejected: z.int(),
          reversed: z.int(),
          commission: z.number(),
          conversion_rate: z.number(),
          average_order_value: z.number(),
        })
        .meta({ id: 'ConversionTotals', description: 'The figures of a period' }),
      top_products: z.array(
        z
          .object({ name: z.string(), ...counted })
          .meta({ id: 'ProductFigures', description: 'The figures of one product' }),
      ),
      trends: z.array(
        z
          .object({ date: z.iso.date(), ...counted, commission: z.number() })
          .meta({ id: 'DailyFigures', description: 'The figures of one day' }),
      ),
    })
    .meta({ id: 'ConversionAnalytics', description: 'The figures of a brand’s orders' }),
});
type Data = z.output<typeof response>['data'];

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** @throws invalid where the period is longer than a year */
function periodOf(request: z.output<typeof query>, now: Date): Period {
  const end = request.end_date ?? now;
  const start = request.start_date ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS);
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) {
    throw invalidFields([{ path: 'start_date', message: `At most ${MAX_DAYS} days` }]);
  }
  return { start, end };
}

/** The most frequent currency. */
function mainCurrency(counts: readonly StatusCount[]): string {
  const totals = new Map<string, number>();
  for (const { currency, count } of counts) {
    totals.set(currency, (totals.get(currency) ?? 0) + count);
  }
  const [most] = [...totals].sort(([a, left], [b, right]) => right - left || a.localeCompare(b));
  return most?.[0] ?? 'USD';
}

interface Figures {
  readonly period: Period;
  readonly currency: string;
  readonly counts: readonly StatusCount[];
  readonly uniqueClicks: number;
  readonly summary: Summary;
}

function dataOf({ period, currency, counts, uniqueClicks, summary }: Figures): Data {
  const money = (minor: number): number => toWireNumber(minor, currency);
  const count = (status: StatusCount['status']): number =>
    counts.reduce((sum, row) => (row.status === status ? sum + row.count : sum), 0);
  const conversions = count('pending') + count('approved');
  const { totals, trends, topProducts } = summary;
  const average =
    totals.conversions === 0 ? 0 : Math.round(totals.revenueMinor / totals.conversions);
  return {
    period: { start_date: period.start.toISOString(), end_date: period.end.toISOString() },
    currency,
    totals: {
      conversions,
      approved: count('approved'),
      pending: count('pending'),
      rejected: count('rejected'),
      reversed: count('reversed'),
      revenue: money(totals.revenueMinor),
      commission: money(totals.commissionMinor),
      conversion_rate: uniqueClicks === 0 ? 0 : conversions / uniqueClicks,
      average_order_value: money(average),
    },
    top_products: topProducts.map(({ name, conversions: sold, revenueMinor }) => ({
      name,
      conversions: sold,
      revenue: money(revenueMinor),
    })),
    trends: trends.map(({ date, conversions: ofDay, revenueMinor, commissionMinor }) => ({
      date,
      conversions: ofDay,
      revenue: money(revenueMinor),
      commission: money(commissionMinor),
    })),
  };
}

const getConversionAnalytics =
  ({
    clicks,
    conversionAnalytics,
    clock,
  }: Pick<Deps, 'clicks' | 'clock' | 'conversionAnalytics'>) =>
  async (affiliateId: string, request: z.output<typeof query>): Promise<Data> => {
    const period = periodOf(request, clock.now());
    const filter = { campaignId: request.campaign_id, from: period.start, to: period.end };
    const [counts, uniqueClicks] = await Promise.all([
      conversionAnalytics.countByStatus(affiliateId, filter),
      clicks.countUnique(affiliateId, { ...period, campaignId: request.campaign_id }),
    ]);
    const currency = request.currency ?? mainCurrency(counts);
    const summary = await conversionAnalytics.summarise(affiliateId, currency, filter);
    return dataOf({ period, currency, counts, uniqueClicks, summary });
  };

export const getConversionAnalyticsRoute = (deps: Deps) => {
  const getAnalytics = getConversionAnalytics(deps);
  return route({
    operationId: 'getConversionAnalytics',
    method: 'get',
    path: '/api/affiliate/conversions/analytics',
    summary: 'Totals, trends and top products of the affiliate’s conversions',
    description:
      'Default: the last 30 days. `conversions`, revenue and rates count pending and approved conversions; ' +
      '`commission` is the booked commission.',
    allow: ['affiliate'] as const,
    permission: 'analytics:read',
    query,
    response,
    handle: async ({ query: request, actor }) => {
      const data = await getAnalytics(actor.id, request);
      return { success: true, data };
    },
  });
};
