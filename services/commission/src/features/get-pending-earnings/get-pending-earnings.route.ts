import { nextPayoutDay } from '@tributary/contracts';
import { currencySchema, toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { expectedOf } from '../../domain/conversion-view.ts';
import type { ScheduleDocument } from '../../store/collections.ts';
import type { Owner } from '../../store/report-filters.ts';

const MAX_SHOWN = 100;

const response = z.object({
  pending_conversions: z.array(
    z
      .object({
        id: z.uuid(),
        order_id: z.string(),
        commission_amount: z.number(),
        currency: z.string(),
        conversion_date: z.string(),
        campaign_id: z.uuid(),
      })
      .meta({ id: 'PendingEarning', description: 'An order that waits for a review' }),
  ),
  total_pending: z.number(),
  unpaid_approved_commissions: z.array(
    z
      .object({
        campaign_id: z.uuid(),
        conversion_count: z.int(),
        commission_amount: z.number(),
        currency: z.string(),
      })
      .meta({ id: 'UnpaidCommissions', description: 'What a campaign owes' }),
  ),
  total_unpaid_approved: z.number(),
  next_payout_date: z.string().nullable(),
  currency: z.string(),
});

export const getPendingEarningsRoute = (deps: Deps) =>
  route({
    operationId: 'getPendingEarnings',
    method: 'get',
    path: '/api/commissions/pending',
    summary: 'What the caller waits for: conversions to be approved, commissions to be paid',
    description:
      'The newest 100 pending conversions, with what each would earn; `total_pending` is the sum of all. `next_payout_date` is the day of the next scheduled payout of the caller’s default account; null where it is paid by hand.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query: z.strictObject({ currency: currencySchema.default('USD') }),
    response,
    handle: ({ query: { currency }, actor }) =>
      getPendingEarnings(deps, { affiliateId: actor.id, currency }),
  });

const nextDay = (schedule: ScheduleDocument | undefined, now: Date): string | null => {
  const frequency = schedule?.frequency ?? null;
  return frequency === null ? null : nextPayoutDay(frequency, now).toISOString();
};

async function getPendingEarnings(deps: Deps, owner: Owner): Promise<z.input<typeof response>> {
  const { currency } = owner;
  const [pending, expectedMinor, unpaid, schedule] = await Promise.all([
    deps.reports.listPendingConversions(owner, MAX_SHOWN),
    deps.reports.sumExpected(owner),
    deps.reports.sumUnpaidByCampaign(owner),
    deps.stores.schedules.find(owner.affiliateId),
  ]);
  const wire = (minor: number): number => toWireNumber(minor, currency);
  return {
    pending_conversions: pending.map((view) => ({
      id: view._id,
      order_id: view.orderId,
      commission_amount: wire(expectedOf(view, owner.affiliateId)?.amountMinor ?? 0),
      currency,
      conversion_date: view.convertedAt.toISOString(),
      campaign_id: view.campaignId,
    })),
    total_pending: wire(expectedMinor),
    unpaid_approved_commissions: unpaid.map(({ campaignId, count, amountMinor }) => ({
      campaign_id: campaignId,
      conversion_count: count,
      commission_amount: wire(amountMinor),
      currency,
    })),
    total_unpaid_approved: wire(unpaid.reduce((sum, { amountMinor }) => sum + amountMinor, 0)),
    next_payout_date: nextDay(schedule, deps.clock.now()),
    currency,
  };
}
