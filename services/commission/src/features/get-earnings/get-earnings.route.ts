import { currencySchema, roundHalfEven, toMinor, toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { netAvailableMinor, totalEarningsMinor } from '../../domain/balance.ts';
import { monthsSince, monthStart } from '../../domain/calendar.ts';

const response = z.object({
  total_earnings: z.number(),
  paid_earnings: z.number(),
  pending_earnings: z.number(),
  available_for_payout: z.number(),
  this_month: z.number(),
  last_month: z.number(),
  lifetime_average_monthly: z.number(),
  currency: z.string(),
});

export const getEarningsRoute = (deps: Deps) =>
  route({
    operationId: 'getEarnings',
    method: 'get',
    path: '/api/affiliate/earnings/simple',
    summary: 'The caller’s earnings at a glance, in one currency',
    description:
      '`available_for_payout` is less by what was clawed back, and may be negative. Months are calendar months, UTC, by when commissions were created.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query: z.strictObject({ currency: currencySchema.default('USD') }),
    response,
    handle: ({ query: { currency }, actor }) =>
      getEarnings(deps, { affiliateId: actor.id, currency }),
  });

async function getEarnings(
  deps: Deps,
  owner: { readonly affiliateId: string; readonly currency: string },
): Promise<z.input<typeof response>> {
  const { affiliateId, currency } = owner;
  const now = deps.clock.now();
  const thisMonth = monthStart(now);
  const lastMonth = { from: monthStart(now, -1), to: thisMonth };
  const [balance, first, currentMinor, lastMinor] = await Promise.all([
    deps.stores.ledger.findBalance(affiliateId, currency),
    deps.reports.findFirstDay(owner),
    deps.reports.sumCreated(owner, { from: thisMonth }),
    deps.reports.sumCreated(owner, lastMonth),
  ]);
  const totalMinor = totalEarningsMinor(balance);
  const months = BigInt(monthsSince(first ?? now, now));
  const averageMinor = toMinor(roundHalfEven(BigInt(totalMinor), months));
  const wire = (minor: number): number => toWireNumber(minor, currency);
  return {
    total_earnings: wire(totalMinor),
    paid_earnings: wire(balance.paidMinor),
    pending_earnings: wire(balance.pendingMinor),
    available_for_payout: wire(netAvailableMinor(balance)),
    this_month: wire(currentMinor),
    last_month: wire(lastMinor),
    lifetime_average_monthly: wire(averageMinor),
    currency,
  };
}
