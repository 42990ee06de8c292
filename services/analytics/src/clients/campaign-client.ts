import {
  campaignSnapshot,
  type CampaignSnapshot,
  linkSnapshot,
  type LinkSnapshot,
} from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';

/** An affiliate of a brand: the campaigns that the affiliate is a member of. */
export interface BrandAffiliate {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly name: string;
  readonly memberships: readonly { readonly campaignId: string; readonly joinedAt: Date }[];
}

/** Client of campaign, which owns campaigns, links and memberships. It connects at the first call. */
export function openCampaignClient(target: GrpcTarget, tokens: ServiceTokens) {
  const campaigns = openGrpcClient('tributary.campaign.v1.Campaigns', target, tokens);
  const links = openGrpcClient('tributary.campaign.v1.Links', target, tokens);
  const memberships = openGrpcClient('tributary.campaign.v1.Memberships', target, tokens);
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
    /** Undefined where the affiliate is in none of the brand's campaigns. @throws unavailable */
    findAffiliate: async (
      brandId: string,
      affiliateId: string,
    ): Promise<BrandAffiliate | undefined> => {
      const request = { brandId, affiliateId };
      const found = await memberships.call('FindMemberships', request, OWNER_CALL);
      if (found.memberships.length === 0) return undefined;
      return {
        ...request,
        name: found.affiliateName,
        memberships: found.memberships.map(({ campaignId, joinedAt }) => ({
          campaignId,
          joinedAt: new Date(joinedAt),
        })),
      };
    },
    close: () => {
      campaigns.close();
      links.close();
      memberships.close();
    },
  };
}
export type CampaignClient = ReturnType<typeof openCampaignClient>;
