import { DAY_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { isWithin, type OrderFact } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

const WINDOW_MS = 30 * DAY_MS;

function countOtherCustomers(order: OrderFact, earlier: readonly OrderFact[]): number {
  const customers = earlier
    .filter((other) => isWithin(other, order, WINDOW_MS))
    .map(({ customer }) => customer)
    .filter((customer) => customer !== null && customer !== order.customer);
  return new Set(customers).size;
}

const looksAlike = (order: OrderFact) => (other: OrderFact) =>
  other.userAgent !== null &&
  other.userAgent === order.userAgent &&
  other.ip !== null &&
  other.ip === order.ip &&
  isWithin(other, order, DAY_MS);

/** What lookalikes alone can count: less than half, because a campus or a carrier has many. */
const MAX_LOOKALIKES = 0.8;

/**
 * Other customers on the device: by the click's cookie, where four are more than a family, and where the campaign uses
 * fingerprints, by address, user agent and day together, which people of one office share.
 */
export const deviceVelocity = defineSignal({
  name: 'device_velocity',
  description: 'Several customers ordered with one device',
  cause: 'address',
  changedIn: 7,
  weight: 0.45,
  thresholds: { customers: [0, 4], lookalikes: [2, 6] },
  needs: ['order', 'ordersOnDevice', 'ordersFromAddress', 'settings'],
  evaluate: ({ order, ordersOnDevice, ordersFromAddress, settings }, thresholds) => {
    if (order.customer === null) return notAvailable('the order names no customer');
    if (order.visitorId === null) {
      return notAvailable('the cookie of the order’s click is not known');
    }
    const withCookie = ordersOnDevice.filter(({ visitorId }) => visitorId === order.visitorId);
    const alike = settings.fingerprintingEnabled ? ordersFromAddress.filter(looksAlike(order)) : [];
    const customers = countOtherCustomers(order, withCookie);
    const lookalikes = countOtherCustomers(order, alike);
    const byCookie = ramp(customers, thresholds.customers);
    const byLooks = ramp(lookalikes, thresholds.lookalikes) * MAX_LOOKALIKES;
    return byLooks > byCookie
      ? {
          value: byLooks,
          evidence: `${lookalikes} other customers with the same address and browser within a day`,
        }
      : {
          value: byCookie,
          evidence: `${customers} other customers with the same cookie within 30 days`,
        };
  },
});
