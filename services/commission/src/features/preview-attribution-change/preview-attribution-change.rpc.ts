import { rpc } from '@tributary/grpc';
import type { Deps } from '../../deps.ts';
import { changedConversion, requireFewConversions } from '../../views/changed-conversion.ts';
import { changeItems } from '../../workflows/attribution-change-items.ts';
import { previewRecredit } from '../../workflows/recredit-conversions.ts';

export const previewAttributionChangeRpc = (deps: Deps) =>
  rpc('tributary.commission.v1.Commissions', 'PreviewAttributionChange', async (request) => {
    requireFewConversions(request.conversions);
    const { campaignId } = request;
    const results = await previewRecredit(deps, campaignId, changeItems(request));
    const campaign = await deps.findCampaign(campaignId);
    const terms = campaign === undefined ? '' : JSON.stringify(campaign.terms);
    const campaignName = campaign?.name ?? '';
    return { results: results.map(changedConversion), terms, campaignName };
  });
