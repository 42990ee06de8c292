import {
  campaignSnapshot,
  type CampaignSnapshot,
  linkSnapshot,
  type LinkSnapshot,
} from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';

/** Client of campaign, which owns campaigns and links. It connects at the first call. */
export function openCampaignClient(target: GrpcTarget, tokens: ServiceTokens) {
  const campaigns = openGrpcClient('tributary.campaign.v1.Campaigns', target, tokens);
  const links = openGrpcClient('tributary.campaign.v1.Links', target, tokens);
  return {
    /** @throws not_found, unavailable */
    getCampaign: async (campaignId: string): Promise<CampaignSnapshot> => {
      const { campaign } = await campaigns.call('GetCampaign', { campaignId }, OWNER_CALL);
      return campaignSnapshot.parse(JSON.parse(campaign));
    },
    /** @throws unavailable */
    findLink: async (linkId: string): Promise<LinkSnapshot | undefined> => {
      const { links: found } = await links.call('FindLinks', { linkId }, OWNER_CALL);
      return found.map((link) => linkSnapshot.parse(JSON.parse(link)))[0];
    },
    close: () => {
      campaigns.close();
      links.close();
    },
  };
}
