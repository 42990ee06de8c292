import { notFound } from '@tributary/errors';
import { type Deps } from '../deps.ts';

/**
 * The current attribution settings of a brand's campaign.
 * @throws not_found `campaign_not_found` where the campaign is not the brand's; unavailable
 */
export const getOwnSettings =
  ({ findSettings }: Pick<Deps, 'findSettings'>) =>
  async (campaignId: string, brandId: string) => {
    const current = await findSettings(campaignId);
    if (current?.brandId !== brandId) {
      throw notFound('campaign_not_found', { message: 'There is no such campaign' });
    }
    return current;
  };
