import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { campaignSnapshotOf } from '../../domain/campaign.ts';

export const getCampaignRpc = ({ campaigns }: Deps) =>
  rpc('tributary.campaign.v1.Campaigns', 'GetCampaign', async ({ campaignId }) => ({
    campaign: JSON.stringify(campaignSnapshotOf(await campaigns.get(campaignId))),
  }));
