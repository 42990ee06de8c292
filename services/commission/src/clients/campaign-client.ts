import { keepLastUsed } from '@tributary/work';
import { campaignSnapshot, type CampaignSnapshot } from '@tributary/contracts';
import { type GrpcTarget, openGrpcClient } from '@tributary/grpc';
import { OWNER_CALL, type ServiceTokens } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';

/** How long an answer counts, ms: an account that was invited or has joined reads the terms at once. */
const MAX_AGE_MS = SECOND_MS;
const MAX_ANSWERS = 10_000;

export function openCampaignClient(target: GrpcTarget, tokens: ServiceTokens) {
  const client = openGrpcClient('tributary.campaign.v1.Campaigns', target, tokens);
  const answers = keepLastUsed<boolean>({ max: MAX_ANSWERS, ttl: MAX_AGE_MS });
  return {
    /** Whether an account may see a campaign's terms. @throws unavailable */
    mayReadTerms: async (campaignId: string, accountId: string): Promise<boolean> => {
      const key = `${campaignId} ${accountId}`;
      const known = answers.get(key);
      if (known !== undefined) return known;
      const { isAllowed } = await client.call('CheckAccess', { campaignId, accountId }, OWNER_CALL);
      answers.set(key, isAllowed);
      return isAllowed;
    },
    /** @throws not_found, unavailable */
    getCampaign: async (campaignId: string): Promise<CampaignSnapshot> => {
      const { campaign } = await client.call('GetCampaign', { campaignId }, OWNER_CALL);
      return campaignSnapshot.parse(JSON.parse(campaign));
    },
    close: () => {
      client.close();
    },
  };
}
