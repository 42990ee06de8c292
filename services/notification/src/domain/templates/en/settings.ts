import { type Content } from '../../notice.ts';

const names = { email: 'E-mails', sms: 'Text messages' } as const;

export const channelSwitchedOff = (channel: keyof typeof names, address: string): Content => ({
  title: `${names[channel]} do not reach you`,
  message:
    `${names[channel]} to ${address} are refused for good, so we send none any more. ` +
    'They come again once you change it in your profile, or switch them on again in your notification settings.',
});

export const testNotification = (channel: string): Content => ({
  title: 'Test notification',
  message: `This is a test. Notifications by ${channel} reach you.`,
});
