import { type Content } from '../notice.ts';

export const memberJoined = (campaign: string): Content => ({
  title: `A new affiliate in ${campaign}`,
  message: `An affiliate has joined your campaign ${campaign}.`,
});
