import { absent, notAvailable, ramp } from '../finding.ts';
import { isShared } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';
import { wilsonLowerBound } from '../statistics.ts';

const MIN_REUSED = 3;

/**
 * Several customers behind one device or address, again and again: a ring that orders through a few proxies or
 * devices. Two are a household, and one office among many customers is a small share. A brand whose
 * customers share addresses by nature lowers the weight. It speaks of orders that share one only.
 */
export const affMultiId = defineSignal({
  name: 'aff_multi_id',
  description: 'Many of the affiliate’s conversions share a device or address with other customers',
  cause: 'address',
  changedIn: 7,
  weight: 0.45,
  thresholds: { share: [0.08, 0.3] },
  needs: ['order', 'ordersFromAddress', 'ordersOnDevice', 'reuse'],
  evaluate: (evidence, { share }) => {
    const { order, ordersFromAddress, ordersOnDevice } = evidence;
    const { orders, reused } = evidence.reuse;
    if (orders === 0) return notAvailable('no earlier orders of the affiliate');
    if (!isShared(order, [...ordersFromAddress, ...ordersOnDevice])) {
      return absent('No other customer ordered from the address or with the device');
    }
    const least = reused < MIN_REUSED ? 0 : wilsonLowerBound(reused, orders);
    return {
      value: ramp(least, share),
      evidence: `${reused} of the affiliate’s ${orders} orders of the last 30 days share a device or address with another customer’s`,
    };
  },
});
