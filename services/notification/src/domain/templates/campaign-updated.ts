import { type Content } from '../notice.ts';

export const campaignUpdated = (campaign: string): Content => ({
  title: `${campaign} has changed`,
  message: `The brand changed the campaign ${campaign}. Please look at its terms.`,
});
