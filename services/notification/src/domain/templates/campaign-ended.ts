import { type Content } from '../notice.ts';

export const campaignEnded = (campaign: string): Content => ({
  title: `${campaign} has ended`,
  message: `The campaign ${campaign} has ended. Links still redirect, but earn nothing more.`,
});
