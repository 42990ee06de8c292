import { campaignSnapshot, type CampaignSnapshot } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { type BaseConfig } from '@tributary/service';

const PERSON_WAITS = { deadlineMs: 5_000, idempotent: true };

/** Asks the campaign service, which owns campaigns' records. It connects at the first question. */
export function openCampaigns({ grpcAddresses }: Pick<BaseConfig, 'grpcAddresses'>) {
  const client = openGrpcClient('tributary.campaign.v1.Campaigns', grpcAddresses.campaign);
  const snapshotOf = (text: string): CampaignSnapshot => campaignSnapshot.parse(JSON.parse(text));
  return {
    /** @throws not_found, conflict campaign_archived, invalid, unavailable */
    setAttribution: async (
      campaignId: string,
      brandId: string,
      attribution: Readonly<Record<string, unknown>>,
    ): Promise<CampaignSnapshot> => {
      const asked = { campaignId, brandId, attribution: JSON.stringify(attribution) };
      const answered = await client.call('SetAttribution', asked, PERSON_WAITS);
      return snapshotOf(answered.campaign);
    },
    close: () => client.close(),
  };
}
