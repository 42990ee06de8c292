import {
  campaignSnapshot,
  type CampaignSnapshot,
  couponSnapshot,
  type CouponSnapshot,
  linkSnapshot,
  type LinkSnapshot,
} from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { type ServiceTokens } from '@tributary/service';
import { LOOKUP } from './call-options.ts';

/** An affiliate and a brand, or one of its campaigns. */
export interface Partnership {
  readonly brandId: string;
  readonly affiliateId: string;
  /** Of this campaign alone. */
  readonly campaignId?: string;
}

/** The campaign service: links and campaigns in their current state. */
export interface CampaignClient {
  /** A link with its campaign; undefined where there is no such link. */
  resolveLink(
    trackingCode: string,
  ): Promise<{ readonly link: LinkSnapshot; readonly campaign: CampaignSnapshot } | undefined>;
  findCampaign(campaignId: string): Promise<CampaignSnapshot | undefined>;
  /** The coupon codes of a brand with one of these texts; at most 20 texts. */
  findCoupons(brandId: string, codes: readonly string[]): Promise<CouponSnapshot[]>;
  findLinkOfNumber(trackingNumber: string): Promise<LinkSnapshot | undefined>;
  /** An affiliate's links to a brand's campaigns, newest first; at most 50. */
  listLinks(partnership: Partnership): Promise<readonly LinkSnapshot[]>;
  close(): void;
}

const undefinedIfNotFound = (error: unknown): undefined => {
  if (isAppError(error) && error.kind === 'not_found') return undefined;
  throw error;
};

/** The client connects with its first call. */
export function openCampaignClient(target: GrpcTarget, tokens: ServiceTokens): CampaignClient {
  const campaigns = openGrpcClient('tributary.campaign.v1.Campaigns', target, tokens);
  const links = openGrpcClient('tributary.campaign.v1.Links', target, tokens);
  const parsedLinks = ({ links: found }: { readonly links: readonly string[] }): LinkSnapshot[] =>
    found.map((link) => linkSnapshot.parse(JSON.parse(link)));
  return {
    resolveLink: async (trackingCode) => {
      const response = campaigns.call('ResolveLink', { trackingCode }, LOOKUP);
      const found = await response.catch(undefinedIfNotFound);
      if (found === undefined) return undefined;
      const link = linkSnapshot.parse(JSON.parse(found.link));
      return { link, campaign: campaignSnapshot.parse(JSON.parse(found.campaign)) };
    },
    findCampaign: async (campaignId) => {
      const response = campaigns.call('GetCampaign', { campaignId }, LOOKUP);
      const found = await response.catch(undefinedIfNotFound);
      return found === undefined ? undefined : campaignSnapshot.parse(JSON.parse(found.campaign));
    },
    findCoupons: async (brandId, codes) => {
      const found = await campaigns.call('FindCoupons', { brandId, codes: [...codes] }, LOOKUP);
      return found.coupons.map((text) => couponSnapshot.parse(JSON.parse(text)));
    },
    findLinkOfNumber: async (trackingNumber) =>
      parsedLinks(await links.call('FindLinks', { trackingNumber }, LOOKUP))[0],
    listLinks: async (partnership) =>
      parsedLinks(await links.call('FindLinks', { partnership }, LOOKUP)),
    close: () => {
      campaigns.close();
      links.close();
    },
  };
}
