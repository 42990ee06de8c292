import { campaignSnapshot, type CampaignSnapshot } from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';

/** Client of campaign, which owns the campaigns. It connects at the first call. */
export function openCampaignClient(target: GrpcTarget, tokens: ServiceTokens) {
  const campaigns = openGrpcClient('tributary.campaign.v1.Campaigns', target, tokens);
  return {
    /** @throws not_found, unavailable */
    getCampaign: async (campaignId: string): Promise<CampaignSnapshot> => {
      const { campaign } = await campaigns.call('GetCampaign', { campaignId }, OWNER_CALL);
      return campaignSnapshot.parse(JSON.parse(campaign));
    },
    close: () => {
      campaigns.close();
    },
  };
}
