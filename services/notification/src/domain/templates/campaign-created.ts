import { type Content } from '../notice.ts';

export const campaignCreated = (campaign: string): Content => ({
  title: `${campaign} is drafted`,
  message: `The campaign ${campaign} was created. Affiliates see it once it is active.`,
});
