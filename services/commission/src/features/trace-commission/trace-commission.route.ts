import { notFound } from '@tributary/errors';
import { type Actor, route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Commission } from '../../domain/commission.ts';
import { traceSchema } from './trace-schema.ts';
import { traceView } from './trace-view.ts';

export const traceCommissionRoute = (deps: Deps) =>
  route({
    operationId: 'traceCommission',
    method: 'get',
    path: '/api/commissions/:commission_id/trace',
    summary: 'Where each cent of a commission came from and went',
    description:
      'Click, path and its weights, approval, rule, tier, exchange rates, split and rounding, hold, refunds, payouts, and every ledger entry with its place in its account’s chain. The amount can be computed again from what is shown. Entries without a commission of their own move the sum of a payout. Affiliates see other affiliates of the same order unnamed; brands see neither payouts nor the affiliate’s accounts.',
    allow: ['affiliate', 'brand', 'admin'],
    permission: 'commissions:read',
    params: z.object({ commission_id: z.uuid() }),
    query: z.strictObject({}),
    response: traceSchema,
    handle: async ({ params: { commission_id: commissionId }, actor }) => {
      const missing = () => notFound('not_found', { message: 'There is no such record' });
      const facts = await deps.reports.findFacts(commissionId);
      if (facts === undefined || !isParty(actor, facts.commission)) throw missing();
      const { basis, origin } = facts.conversion;
      if (basis === null || origin === null) throw missing();
      const visibility = {
        others: actor.role !== 'affiliate',
        payouts: actor.role !== 'brand',
        admins: actor.role === 'admin',
      };
      const explanation = await deps.explainAttribution(facts.conversion.id);
      const { affiliateId } = facts.commission;
      const suspended = await deps.stores.suspensions.listSuspended([affiliateId]);
      const isSuspended = suspended.has(affiliateId);
      return traceView({ ...facts, basis, origin, isSuspended }, explanation, visibility);
    },
  });

function isParty({ id, role }: Actor, { affiliateId, brandId }: Commission): boolean {
  if (role === 'admin') return true;
  return role === 'brand' ? id === brandId : id === affiliateId;
}
