import { campaignSnapshot, type CampaignSnapshot } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { type BaseConfig, OWNER_CALL, type ServiceTokens } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';

/** A person waits for the response. */
const CALL = { deadlineMs: 5 * SECOND_MS, idempotent: true };

const parsed = (campaign: string): CampaignSnapshot => campaignSnapshot.parse(JSON.parse(campaign));

/** Client of the campaign service, which owns campaigns' records. It connects at the first call. */
export function openCampaigns(
  { grpcAddresses }: Pick<BaseConfig, 'grpcAddresses'>,
  tokens: ServiceTokens,
) {
  const client = openGrpcClient('tributary.campaign.v1.Campaigns', grpcAddresses.campaign, tokens);
  return {
    /** @throws not_found, conflict campaign_archived, invalid, unavailable */
    setAttribution: async (
      campaignId: string,
      brandId: string,
      attribution: Readonly<Record<string, unknown>>,
    ): Promise<CampaignSnapshot> => {
      const request = { campaignId, brandId, attribution: JSON.stringify(attribution) };
      const { campaign } = await client.call('SetAttribution', request, CALL);
      return parsed(campaign);
    },
    /** @throws not_found, unavailable */
    getCampaign: async (campaignId: string): Promise<CampaignSnapshot> =>
      parsed((await client.call('GetCampaign', { campaignId }, OWNER_CALL)).campaign),
    close: () => client.close(),
  };
}
