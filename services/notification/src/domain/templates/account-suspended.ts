import { type Content } from '../notice.ts';

export const accountSuspended = (): Content => ({
  title: 'Your account is suspended',
  message: 'An administrator suspended your account. Contact us if you think this is a mistake.',
});
