import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { changedConversion, requireFewConversions } from '../../views/changed-conversion.ts';
import { changeItems } from '../../workflows/attribution-change-items.ts';
import { recreditConversions } from '../../workflows/recredit-conversions.ts';

export const applyAttributionChangeRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Commissions', 'ApplyAttributionChange', async (request) => {
    requireFewConversions(request.conversions);
    const results = await recreditConversions(deps, request.campaignId, changeItems(request));
    return { results: results.map(changedConversion), terms: '', campaignName: '' };
  });
