import { type Content } from '../notice.ts';

export const applicationRejected = (campaign: string, notes: string | null): Content => ({
  title: `Not accepted: ${campaign}`,
  message:
    `Your application for ${campaign} was declined.` +
    (notes === null || notes === '' ? '' : ` The brand says: ${notes}`),
});

export const applicantDeclined = (campaign: string): Content => ({
  title: `An application for ${campaign} was declined`,
  message: `An affiliate’s application for your campaign ${campaign} was declined.`,
});
