import { type Content } from '../notice.ts';

export const applicationRejected = (campaign: string, notes: string | null): Content => ({
  title: `Not accepted: ${campaign}`,
  message:
    `Your application for ${campaign} was declined.` +
    (notes === null || notes === '' ? '' : ` The brand says: ${notes}`),
});
