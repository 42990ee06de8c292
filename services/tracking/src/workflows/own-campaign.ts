import { notFound } from '@tributary/errors';
import { type Deps } from '../deps.ts';

/** @throws not_found campaign_not_found where a campaign is named that is not the brand's */
export async function requireOwnCampaign(
  { directory }: Pick<Deps, 'directory'>,
  { brandId, campaignId }: { readonly brandId: string; readonly campaignId?: string | undefined },
): Promise<void> {
  if (campaignId === undefined) return;
  const campaign = await directory.findCampaign(campaignId);
  if (campaign?.brandId === brandId) return;
  throw notFound('campaign_not_found', { message: 'There is no such campaign' });
}
