import { invalidFields } from '@tributary/errors';
import { rpc } from '@tributary/grpc';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignSnapshotOf } from '../../domain/campaign.ts';
import { updateCampaign } from '../../workflows/update-campaign.ts';

const settings = z.record(z.string(), z.unknown());

/** @throws invalid where the text is no JSON object; the campaign's schema validates its fields */
function parseSettings(text: string): Record<string, unknown> {
  try {
    return settings.parse(JSON.parse(text));
  } catch {
    throw invalidFields([{ path: 'attribution', message: 'Must be a JSON object' }]);
  }
}

/** Called by attribution, which serves the brand's request; the campaign's record is stored here. */
export const setAttributionRpc = (deps: Deps) =>
  rpc(
    'tributary.campaign.v1.Campaigns',
    'SetAttribution',
    async ({ campaignId, brandId, attribution }) => {
      const part = { attribution: parseSettings(attribution) };
      const input = { campaignId, brandId, status: undefined, part };
      const campaign = await updateCampaign(deps)(input);
      return { campaign: JSON.stringify(campaignSnapshotOf(campaign)) };
    },
  );
