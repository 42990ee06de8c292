import { hash } from 'node:crypto';
import { type Deps } from '../deps.ts';
import { type EffectiveSettings } from '../store/settings-store.ts';
import { getOwnSettings } from './own-campaign.ts';

/** A campaign as an attribution change finds it. */
export interface ChangeBasis {
  readonly current: EffectiveSettings;
  readonly campaignName: string;
  /** Differs where the settings, the terms, or the changes in force differ. */
  readonly fingerprint: string;
}

/**
 * What the preview of a change depends on besides its conversions.
 * @throws not_found `campaign_not_found`; unavailable without the campaign or the commission service
 */
export const getChangeBasis =
  ({
    findSettings,
    attributionChanges,
    commissionBooks,
  }: Pick<Deps, 'findSettings' | 'attributionChanges' | 'commissionBooks'>) =>
  async (campaignId: string, brandId: string): Promise<ChangeBasis> => {
    const current = await getOwnSettings({ findSettings })(campaignId, brandId);
    const nothing = { changeId: '', campaignId, conversions: [] };
    const { terms, campaignName } = await commissionBooks.preview(nothing);
    const statuses = await attributionChanges.listStatuses(campaignId);
    const parts = [current.settings, current.effectiveFrom, terms, statuses];
    return { current, campaignName, fingerprint: hash('sha256', JSON.stringify(parts)) };
  };
