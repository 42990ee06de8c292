import { type Content } from '../notice.ts';

export const campaignLaunched = (campaign: string): Content => ({
  title: `${campaign} is live`,
  message: `The campaign ${campaign} is active: links and conversions count from now on.`,
});
