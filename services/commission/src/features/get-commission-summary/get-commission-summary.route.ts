import { currencySchema, toWireNumber } from '@tributary/money';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { netAvailableMinor, totalEarningsMinor } from '../../domain/balance.ts';
import { dayText, type Span } from '../../domain/calendar.ts';
import type { Owner } from '../../store/report-filters.ts';

const response = z.object({
  total_earnings: z.number(),
  pending_commission: z.number(),
  available_balance: z.number(),
  total_paid: z.number(),
  total_conversions: z.int(),
  pending_conversions: z.int(),
  total_revenue_generated: z.number(),
  currency: z.string(),
  period: z.object({ start_date: z.string().nullable(), end_date: z.string().nullable() }),
});

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    currency: currencySchema.default('USD'),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const getCommissionSummaryRoute = (deps: Deps) =>
  route({
    operationId: 'getCommissionSummary',
    method: 'get',
    path: '/api/commissions/summary',
    summary: 'The caller’s commissions and conversions in figures, in one currency',
    description:
      'Dates filter by the time of the conversion; `available_balance` is always the present one. Conversions and revenue (net of refunds) count all but rejected and reversed ones.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query,
    response,
    handle: ({ query: { start_date: from, end_date: to, currency }, actor }) =>
      getCommissionSummary(deps, { affiliateId: actor.id, currency }, { from, to }),
  });

async function getCommissionSummary(
  deps: Deps,
  owner: Owner,
  range: Span,
): Promise<z.input<typeof response>> {
  const { affiliateId, currency } = owner;
  const balance = await deps.stores.ledger.findBalance(affiliateId, currency);
  const isWhole = range.from === undefined && range.to === undefined;
  const [earnings, conversions] = await Promise.all([
    isWhole
      ? {
          earnedMinor: totalEarningsMinor(balance),
          pendingMinor: balance.pendingMinor,
          paidMinor: balance.paidMinor,
        }
      : deps.reports.sumEarnings(owner, range),
    deps.reports.sumConversions(owner, range),
  ]);
  const wire = (minor: number): number => toWireNumber(minor, currency);
  return {
    total_earnings: wire(earnings.earnedMinor),
    pending_commission: wire(earnings.pendingMinor),
    available_balance: wire(netAvailableMinor(balance)),
    total_paid: wire(earnings.paidMinor),
    total_conversions: conversions.conversions,
    pending_conversions: conversions.pending,
    total_revenue_generated: wire(conversions.revenueMinor),
    currency,
    period: { start_date: dateText(range.from), end_date: lastDateText(range.to) },
  };
}

const dateText = (at: Date | undefined): string | null => (at === undefined ? null : dayText(at));

/** The range's end is exclusive; what is shown is its last day. */
const lastDateText = (end: Date | undefined): string | null =>
  end === undefined ? null : dateText(new Date(end.getTime() - 1));
