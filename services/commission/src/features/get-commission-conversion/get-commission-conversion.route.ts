import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { expectedOf } from '../../domain/conversion-view.ts';
import { openConversionLookup } from '../../workflows/sync-conversions.ts';
import { conversionDetail, conversionDetailOf } from '../../views/conversion-view.ts';

export const getCommissionConversionRoute = (deps: Deps) => {
  const copyConversion = openConversionLookup(deps);
  return route({
    operationId: 'getCommissionConversion',
    method: 'get',
    path: '/api/commissions/conversions/:conversion_id',
    summary: 'One of the caller’s conversions',
    description: 'With its product, the reason of a rejection and further fields of the order.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    params: z.object({ conversion_id: z.uuid() }),
    response: conversionDetail,
    handle: async ({ params: { conversion_id: conversionId }, actor }) => {
      await copyConversion(conversionId);
      const view = await deps.reports.findConversion(actor.id, conversionId);
      if (view === undefined) throw notFound('not_found', { message: 'There is no such record' });
      const [[commission], metadata] = await Promise.all([
        deps.reports.listCommissionsOf(actor.id, [conversionId]),
        deps.findMetadata(conversionId),
      ]);
      const earnings = { commission, expected: expectedOf(view, actor.id) };
      return conversionDetailOf(view, earnings, metadata);
    },
  });
};
