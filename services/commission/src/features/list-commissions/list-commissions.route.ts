import { commissionStatuses } from '@tributary/contracts';
import { toWireNumber } from '@tributary/money';
import { endDate, route, skipLimitQuery, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { owedMinor } from '../../domain/commission.ts';
import type { CampaignNames } from '../../store/campaign-store.ts';
import type { ListedCommission } from '../../store/commission-reports.ts';

const item = z
  .object({
    id: z.uuid(),
    campaign_id: z.uuid(),
    campaign_name: z.string(),
    brand_name: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.enum(commissionStatuses),
    commission_rate: z.number(),
    sale_amount: z.number(),
    order_id: z.string(),
    created_at: z.string(),
    approved_at: z.string().nullable(),
    paid_at: z.string().nullable(),
    payout_id: z.string().nullable(),
    attribution_change_id: z
      .string()
      .nullable()
      .describe('The change of attribution that last moved it; null where none did'),
  })
  .meta({ id: 'CommissionItem', description: 'A commission in its affiliate’s list' });

const query = z
  .strictObject({
    status: z.enum(commissionStatuses).optional(),
    campaign_id: z.uuid().optional(),
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    ...skipLimitQuery({ defaultLimit: 50, maxLimit: 100 }),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const listCommissionsRoute = (deps: Deps) =>
  route({
    operationId: 'listCommissions',
    method: 'get',
    path: '/api/affiliate/commissions',
    summary: 'The caller’s commissions, newest first',
    description: '`amount` is what is owed now; dates filter by `created_at`.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    shared: true,
    query,
    response: z.array(item),
    handle: async ({ query: filter, actor }) => {
      const commissions = await deps.reports.listCommissions({
        affiliateId: actor.id,
        status: filter.status,
        campaignId: filter.campaign_id,
        from: filter.start_date,
        to: filter.end_date,
        skip: filter.skip,
        limit: filter.limit,
      });
      const ids = commissions.map(({ campaignId }) => campaignId);
      const names = await deps.findCampaignNames(ids);
      return commissions.map((commission) => itemOf(commission, names.get(commission.campaignId)));
    },
  });

function itemOf(
  commission: ListedCommission,
  names: CampaignNames | undefined,
): z.input<typeof item> {
  const { currency, terms } = commission;
  return {
    id: commission.id,
    campaign_id: commission.campaignId,
    campaign_name: names?.name ?? commission.campaignName,
    brand_name: names?.brandName ?? '',
    amount: toWireNumber(owedMinor(commission), currency),
    currency,
    status: commission.status,
    commission_rate: Number(terms.value),
    sale_amount: toWireNumber(commission.orderValueMinor, commission.saleCurrency),
    order_id: commission.orderId,
    created_at: commission.createdAt.toISOString(),
    approved_at: commission.approvedAt?.toISOString() ?? null,
    paid_at: commission.paidAt?.toISOString() ?? null,
    payout_id: commission.payoutId,
    attribution_change_id: commission.lastChangeId ?? null,
  };
}
