import { type Content } from '../notice.ts';

export const testNotification = (channel: string): Content => ({
  title: 'Test notification',
  message: `This is a test. Notifications by ${channel} reach you.`,
});
