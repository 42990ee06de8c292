import { type Content } from '../notice.ts';

export const applicationApproved = (campaign: string): Content => ({
  title: `You are in: ${campaign}`,
  message: `Your application for ${campaign} was approved. You can make links now.`,
});
