import { type Content } from '../notice.ts';

export const applicantDeclined = (campaign: string): Content => ({
  title: `An application for ${campaign} was declined`,
  message: `An affiliate’s application for your campaign ${campaign} was declined.`,
});
