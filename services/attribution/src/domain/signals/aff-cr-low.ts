import { engagedClicks, othersOf } from '../affiliate-traffic.ts';
import { absent, notAvailable, ramp } from '../finding.ts';
import { paceOfJourney } from '../journey.ts';
import { defineSignal } from '../signal.ts';
import { percent, shrunkShare } from '../statistics.ts';

const MIN_CLICKS_OF_OTHERS = 100;

/**
 * Many clicks and hardly any orders: click flooding or cookie stuffing. It speaks of orders that came long after
 * their click only, and is never enough alone: a rival can make clicks.
 */
export const affCrLow = defineSignal({
  name: 'aff_cr_low',
  description: 'The affiliate’s clicks convert far more seldom than the campaign’s others',
  cause: 'clicks',
  changedIn: 7,
  weight: 0.35,
  thresholds: { z: [2.5, 5], ratio: [4, 7] },
  needs: ['journey', 'traffic'],
  evaluate: ({ journey, traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { affiliate } = traffic;
    const others = othersOf(traffic);
    const [own, rest] = [engagedClicks(affiliate), engagedClicks(others)];
    if (own === 0 || rest < MIN_CLICKS_OF_OTHERS || others.orders === 0) {
      return notAvailable('too little traffic to compare with');
    }
    if (!paceOfJourney(journey).isSlow) return absent('The order came soon after its click');
    const usual = Math.min(1, others.orders / rest);
    const expected = own * usual;
    const z = (expected - affiliate.orders) / Math.sqrt(Math.max(expected * (1 - usual), 1e-9));
    const rate = shrunkShare(affiliate.orders, own, usual);
    return {
      value: Math.min(ramp(z, thresholds.z), ramp(usual / rate, thresholds.ratio)),
      evidence: `${percent(affiliate.orders / own)} of the affiliate’s clicks by people led to an order, of the campaign’s others ${percent(usual)}`,
    };
  },
});
