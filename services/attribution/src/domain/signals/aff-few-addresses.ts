import { othersOf } from '../affiliate-traffic.ts';
import { absent, notAvailable, ramp } from '../finding.ts';
import { isShared } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

const MIN_VISITORS = 10;
const MIN_VISITORS_OF_OTHERS = 100;

/**
 * Many new visitors behind a handful of addresses: a script that drops its cookies, or a click farm. A person
 * who clicks often keeps the cookie and is one visitor. Addresses shared by carriers and offices also show
 * in the campaign's other traffic. It speaks of orders from shared addresses only.
 */
export const affFewAddresses = defineSignal({
  name: 'aff_few_addresses',
  description: 'The affiliate’s many visitors come from a handful of addresses',
  cause: 'address',
  changedIn: 7,
  weight: 0.45,
  thresholds: { times: [2, 4] },
  needs: ['order', 'ordersFromAddress', 'traffic'],
  evaluate: ({ order, ordersFromAddress, traffic }, { times }) => {
    if (traffic === null) return notAvailable('the affiliate’s clicks are not counted');
    const { visitors, addresses } = traffic.affiliate;
    const others = othersOf(traffic);
    if (visitors < MIN_VISITORS || addresses === 0) {
      return notAvailable('too few visitors of the affiliate');
    }
    if (others.visitors < MIN_VISITORS_OF_OTHERS || others.addresses === 0) {
      return notAvailable('too few visitors to compare with');
    }
    if (!isShared(order, ordersFromAddress)) {
      return absent('Nobody else ordered from the address');
    }
    const own = visitors / addresses;
    const usual = Math.max(1, others.visitors / others.addresses);
    return {
      value: ramp(own / usual, times),
      evidence: `The affiliate’s ${visitors} visitors came from ${addresses} addresses, ${own.toFixed(1)} from each, of the campaign’s others ${usual.toFixed(1)}`,
    };
  },
});
