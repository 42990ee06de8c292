import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { absent, notAvailable, present } from '../finding.ts';
import { CLOCK_SKEW_MS } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

/**
 * A click that is too old to earn, or from the future. Tracking credits no affiliate for it, so that a person
 * should review it. A click that earns nothing for another reason (a bot's, for example) has other signals.
 */
export const outsideWindow = defineSignal({
  name: 'outside_window',
  description: 'The click lies outside the attribution window',
  cause: 'window',
  changedIn: 1,
  weight: 0.6,
  thresholds: {},
  needs: ['conversion', 'settings'],
  evaluate: ({ conversion, settings: { lookbackWindowDays: windowDays } }) => {
    const { clickId, clickedAt, affiliateId, convertedAt } = conversion;
    if (clickId === null || clickedAt === null) return notAvailable('the order has no click');
    const ageMs = Date.parse(convertedAt) - Date.parse(clickedAt);
    if (affiliateId === null && ageMs < -CLOCK_SKEW_MS) {
      return present(`The click came ${Math.floor(-ageMs / MINUTE_MS)} minutes after the order`);
    }
    if (affiliateId === null && ageMs > windowDays * DAY_MS) {
      return present(
        `The click, ${Math.floor(ageMs / DAY_MS)} days before the order, lies outside the attribution window of ${windowDays} days`,
      );
    }
    return absent(`The click lies within the attribution window of ${windowDays} days`);
  },
});
