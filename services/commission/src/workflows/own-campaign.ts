import { notFound } from '@tributary/errors';
import type { Actor } from '@tributary/service';
import type { Deps } from '../deps.ts';
import type { CampaignDocument } from '../store/collections.ts';

/**
 * A campaign of the calling brand; any campaign for administrators.
 * @throws not_found `not_found`; unavailable
 */
export async function getOwnCampaign(
  { findCampaign }: Pick<Deps, 'findCampaign'>,
  actor: Actor,
  campaignId: string,
): Promise<CampaignDocument> {
  const campaign = await findCampaign(campaignId);
  const isOwn = actor.role === 'admin' || campaign?.brandId === actor.id;
  if (campaign === undefined || !isOwn) {
    throw notFound('not_found', { message: 'There is no such record' });
  }
  return campaign;
}
