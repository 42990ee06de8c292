import { toWireNumber } from '@tributary/money';
import { invalidFields } from '@tributary/errors';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { currencyIfNamed } from '../../workflows/order-fields.ts';
import { type StatusCount, type Summary } from '../../store/conversion-analytics.ts';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    campaign_id: givenId.optional(),
    currency: currencyIfNamed,
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

const counted = { conversions: z.int(), revenue: z.number() };
const response = z.object({
  success: z.literal(true),
  data: z.object({
    period: z.object({ start_date: z.iso.datetime(), end_date: z.iso.datetime() }),
    currency: z.string().describe('Of all amounts; those of other currencies are left out'),
    totals: z.object({
      ...counted,
      approved: z.int(),
      pending: z.int(),
      rejected: z.int(),
      reversed: z.int(),
      commission: z.number(),
      conversion_rate: z.number(),
      average_order_value: z.number(),
    }),
    top_products: z.array(z.object({ name: z.string(), ...counted })),
    trends: z.array(z.object({ date: z.iso.date(), ...counted, commission: z.number() })),
  }),
});
type Data = z.output<typeof response>['data'];

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** @throws invalid where the period is longer than a year */
function periodOf(asked: z.output<typeof query>, now: Date): Period {
  const end = asked.end_date ?? now;
  const start = asked.start_date ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS);
  if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) {
    throw invalidFields([{ path: 'start_date', message: `At most ${MAX_DAYS} days` }]);
  }
  return { start, end };
}

/** The currency of most of the conversions. */
function mainCurrency(counts: readonly StatusCount[]): string {
  const totals = new Map<string, number>();
  for (const { currency, count } of counts) {
    totals.set(currency, (totals.get(currency) ?? 0) + count);
  }
  const [most] = [...totals].sort(([a, left], [b, right]) => right - left || a.localeCompare(b));
  return most?.[0] ?? 'USD';
}

interface Findings {
  readonly period: Period;
  readonly currency: string;
  readonly counts: readonly StatusCount[];
  readonly uniqueClicks: number;
  readonly summary: Summary;
}

function dataOf({ period, currency, counts, uniqueClicks, summary }: Findings): Data {
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

const analyse =
  ({ clicks, conversionAnalytics, clock }: Deps) =>
  async (affiliateId: string, asked: z.output<typeof query>): Promise<Data> => {
    const period = periodOf(asked, clock.now());
    const filter = { campaignId: asked.campaign_id, from: period.start, to: period.end };
    const [counts, uniqueClicks] = await Promise.all([
      conversionAnalytics.countByStatus(affiliateId, filter),
      clicks.countUnique(affiliateId, { ...period, campaignId: asked.campaign_id }),
    ]);
    const currency = asked.currency ?? mainCurrency(counts);
    const summary = await conversionAnalytics.summarise(affiliateId, currency, filter);
    return dataOf({ period, currency, counts, uniqueClicks, summary });
  };

export const analyseConversionsRoute = (deps: Deps) => {
  const analyseConversions = analyse(deps);
  return route({
    method: 'get',
    path: '/api/affiliate/conversions/analytics',
    summary: 'The affiliate’s conversions, summed up',
    description:
      'Default the last 30 days. `conversions`, revenue and rates count pending and approved ones; ' +
      'commission is what has been booked.',
    allow: ['affiliate'] as const,
    scope: 'analytics:read',
    query,
    response,
    handle: async ({ query: asked, actor }) => {
      const data = await analyseConversions(actor.id, asked);
      return { success: true, data };
    },
  });
};
