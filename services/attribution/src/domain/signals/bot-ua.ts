import { isbot } from 'isbot';
import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

export const botUa = defineSignal({
  name: 'bot_ua',
  description: 'The click came from a bot or script',
  cause: 'automation',
  changedIn: 1,
  weight: 0.9,
  thresholds: {},
  needs: ['conversion'],
  evaluate: ({ conversion: { userAgent } }) => {
    if (userAgent === null) return notAvailable('the order has no click');
    if (userAgent.trim() === '') return present('The click came without a user agent');
    return isbot(userAgent)
      ? present('The click’s user agent is that of a bot or script')
      : absent('The click’s user agent is not a known bot’s');
  },
});
