import { othersOf } from '../affiliate-traffic.ts';
import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { percent, shrunkShare } from '../statistics.ts';

const MIN_CLICKS_OF_OTHERS = 100;

/** Many clicks and hardly any orders: click flooding or cookie stuffing. */
export const affCrLow = defineSignal({
  name: 'aff_cr_low',
  description: 'The affiliate’s clicks convert far more seldom than the campaign’s others',
  changedIn: 6,
  weight: 0.6,
  thresholds: { z: [2.5, 5], ratio: [2.5, 6] },
  needs: ['traffic'],
  evaluate: ({ traffic }, thresholds) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { affiliate } = traffic;
    const others = othersOf(traffic);
    if (affiliate.clicks === 0 || others.clicks < MIN_CLICKS_OF_OTHERS || others.orders === 0) {
      return notAvailable('too little traffic to compare with');
    }
    const usual = Math.min(1, others.orders / others.clicks);
    const expected = affiliate.clicks * usual;
    const z = (expected - affiliate.orders) / Math.sqrt(Math.max(expected * (1 - usual), 1e-9));
    const rate = shrunkShare(affiliate.orders, affiliate.clicks, usual);
    return {
      value: Math.min(ramp(z, thresholds.z), ramp(usual / rate, thresholds.ratio)),
      evidence: `${percent(affiliate.orders / affiliate.clicks)} of the affiliate’s clicks led to an order, of the campaign’s others ${percent(usual)}`,
    };
  },
});
