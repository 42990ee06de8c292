import { type CampaignSnapshot, type LinkSnapshot } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { type Transaction } from '@tributary/mongo';
import { type CampaignDocument, type LinkDocument } from '../store/collections.ts';
import { type NameStore } from '../store/name-store.ts';

type Find<Found> = (id: string) => Promise<Found | undefined>;

interface CopyDeps {
  readonly transaction: Transaction<{ readonly names: NameStore }>;
}

/** Copies the brand of a campaign, to which alone its figures are shown, its name and its budget. */
export const copyCampaign =
  ({ transaction }: CopyDeps) =>
  (campaign: CampaignSnapshot): Promise<void> =>
    transaction(({ names }) =>
      names.saveCampaign({
        _id: campaign.campaignId,
        brandId: campaign.brandId,
        name: campaign.name,
        currency: campaign.commission.currency,
        budgetMinor: campaign.budget?.totalMinor ?? null,
        updatedAt: new Date(campaign.updatedAt),
      }),
    );

/** Copies the tracking code and the owner of a link. */
export const copyLink =
  ({ transaction }: CopyDeps) =>
  ({ linkId, trackingCode, affiliateId }: LinkSnapshot): Promise<void> =>
    transaction(({ names }) => names.saveLink({ _id: linkId, trackingCode, affiliateId }));

const missing = () => notFound('not_found', { message: 'There is no such record' });

/** A brand's campaign. @throws not_found, also for another brand's; unavailable */
export async function getOwnCampaign(
  { findCampaign }: { readonly findCampaign: Find<CampaignDocument> },
  campaignId: string,
  brandId: string,
): Promise<CampaignDocument> {
  const campaign = await findCampaign(campaignId);
  if (campaign?.brandId !== brandId) throw missing();
  return campaign;
}

/** An affiliate's link. @throws not_found, also for another affiliate's; unavailable */
export async function getOwnLink(
  { findLink }: { readonly findLink: Find<LinkDocument> },
  linkId: string,
  affiliateId: string,
): Promise<LinkDocument> {
  const link = await findLink(linkId);
  if (link?.affiliateId !== affiliateId) throw missing();
  return link;
}
