import { conflict } from '@tributary/errors';
import { type Campaign } from './campaign.ts';

/** A brand's consent, given beforehand, to one affiliate, named by id or by e-mail address. */
export interface Invitation {
  readonly id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  /** Lower case. */
  readonly email: string | null;
  readonly message: string | null;
  readonly createdAt: Date;
}

/** @throws conflict `campaign_not_active` where nobody can join any more */
export function decideInvitation(
  campaign: Campaign,
  wanted: Omit<Invitation, 'campaignId' | 'brandId'>,
): Invitation {
  if (campaign.status === 'completed' || campaign.status === 'archived') {
    throw conflict('campaign_not_active', {
      message: `A campaign that is ${campaign.status} takes no members`,
    });
  }
  return { ...wanted, campaignId: campaign.id, brandId: campaign.brandId };
}
