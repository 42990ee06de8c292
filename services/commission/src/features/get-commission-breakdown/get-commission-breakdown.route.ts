import { currencySchema, toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import {
  periodsBetween,
  periodStart,
  type PeriodUnit,
  periodUnits,
} from '../../domain/calendar.ts';
import type { Owner } from '../../store/report-filters.ts';

const MAX_PERIODS = 366;

const response = z.object({
  period_type: z.enum(periodUnits),
  breakdown: z.array(
    z
      .object({
        period: z.string(),
        conversions: z.int(),
        revenue: z.number(),
        commission: z.number(),
      })
      .meta({ id: 'CommissionPeriod', description: 'The figures of one period' }),
  ),
  campaign_id: z.string().nullable(),
  currency: z.string(),
});

export const getCommissionBreakdownRoute = (deps: Deps) =>
  route({
    operationId: 'getCommissionBreakdown',
    method: 'get',
    path: '/api/commissions/breakdown',
    summary: 'The caller’s conversions, revenue and commission by period, in one currency',
    description:
      'Periods are UTC and by the time of the conversion, oldest first, from the first conversion to now without gaps: the latest 366 of them. Weeks begin on Monday.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query: z.strictObject({
      period: z.enum(periodUnits).default('month'),
      campaign_id: z.uuid().optional(),
      currency: currencySchema.default('USD'),
    }),
    response,
    handle: async ({ query: { period, campaign_id: campaignId, currency }, actor }) => ({
      period_type: period,
      breakdown: await breakdown(deps, { affiliateId: actor.id, currency }, period, campaignId),
      campaign_id: campaignId ?? null,
      currency,
    }),
  });

async function breakdown(
  deps: Deps,
  owner: Owner,
  unit: PeriodUnit,
  campaignId: string | undefined,
): Promise<z.input<typeof response>['breakdown']> {
  const now = deps.clock.now();
  // The first moment of the oldest period shown.
  const [since = now] = periodsBetween(new Date(0), now, { unit, atMost: MAX_PERIODS });
  const filter = { since, campaignId };
  const [conversions, commissions] = await Promise.all([
    deps.reports.breakDownConversions(owner, filter),
    deps.reports.breakDownCommissions(owner, filter),
  ]);
  const times = [...conversions, ...commissions].map(({ _id }) => _id.getTime());
  if (times.length === 0) return [];
  const first = new Date(Math.min(...times));
  const last = new Date(Math.max(now.getTime(), ...times));
  const conversionsOf = byPeriod(conversions, unit);
  const commissionsOf = byPeriod(commissions, unit);
  return periodsBetween(first, last, { unit, atMost: MAX_PERIODS }).map((period) => {
    const conversion = conversionsOf.get(period.getTime());
    const commission = commissionsOf.get(period.getTime());
    return {
      period: period.toISOString(),
      conversions: conversion?.count ?? 0,
      revenue: toWireNumber(conversion?.amountMinor ?? 0, owner.currency),
      commission: toWireNumber(commission?.amountMinor ?? 0, owner.currency),
    };
  });
}

interface Counted {
  readonly count: number;
  readonly amountMinor: number;
}

/** By the first moment of the period, ms. */
function byPeriod(
  days: readonly (Counted & { readonly _id: Date })[],
  unit: PeriodUnit,
): ReadonlyMap<number, Counted> {
  const periods = new Map<number, Counted>();
  for (const { _id: day, count, amountMinor } of days) {
    const start = periodStart(day, unit).getTime();
    const known = periods.get(start) ?? { count: 0, amountMinor: 0 };
    periods.set(start, {
      count: known.count + count,
      amountMinor: known.amountMinor + amountMinor,
    });
  }
  return periods;
}
