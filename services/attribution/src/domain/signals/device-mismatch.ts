import bowser from 'bowser';
import { absent, notAvailable, present } from '../finding.ts';
import { defineSignal } from '../signal.ts';

/** Two browsers of one kind may be one device; two kinds are not. */
function kindOf(userAgent: string): string {
  const { os, platform, browser } = bowser.parse(userAgent);
  return [os.name, platform.type, browser.name].join('|');
}

const known = (userAgent: string | null | undefined): string | null =>
  userAgent == null || userAgent.trim() === '' ? null : userAgent;

export const deviceMismatch = defineSignal({
  name: 'device_mismatch',
  description: 'Click and conversion came from different devices',
  cause: 'browser',
  changedIn: 3,
  weight: 0.1,
  thresholds: {},
  needs: ['conversion', 'settings'],
  evaluate: ({ conversion, settings }) => {
    if (!settings.fingerprintingEnabled) {
      return notAvailable('the campaign does not look at devices');
    }
    const clicked = known(conversion.userAgent);
    const ordered = known(conversion.evidence?.buyerUserAgent);
    if (clicked === null || ordered === null) {
      return notAvailable('the browser of the click or of the order is not known');
    }
    return clicked !== ordered && kindOf(clicked) !== kindOf(ordered)
      ? present('Click and order came from different devices')
      : absent('Click and order came from the same kind of device');
  },
});
