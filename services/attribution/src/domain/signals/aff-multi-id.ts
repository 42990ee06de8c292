import { notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { wilsonLowerBound } from '../statistics.ts';

const MIN_REUSED = 3;

/**
 * Several customers behind one device or address, again and again: a ring that orders through a few proxies or
 * devices. Two are a household, and one office among many customers is a small share. A brand whose
 * customers share addresses by nature lowers the weight.
 */
export const affMultiId = defineSignal({
  name: 'aff_multi_id',
  description: 'Many of the affiliate’s conversions share a device or address with other customers',
  changedIn: 5,
  weight: 0.6,
  thresholds: { share: [0.08, 0.3] },
  needs: ['reuse'],
  evaluate: ({ reuse: { orders, reused } }, { share }) => {
    if (orders === 0) return notAvailable('no earlier orders of the affiliate');
    const least = reused < MIN_REUSED ? 0 : wilsonLowerBound(reused, orders);
    return {
      value: ramp(least, share),
      evidence: `${reused} of the affiliate’s ${orders} orders of the last 30 days share a device or address with another customer’s`,
    };
  },
});
