import { HOUR_MS } from '@tributary/units';
import { anEvidence, orderOfCustomer } from '../../testing/evidence.ts';
import { type OrderFact } from '../order-fact.ts';
import { addressBurst } from './address-burst.ts';

const order = orderOfCustomer('ann');
const valueOf = (...ordersFromAddress: OrderFact[]) =>
  addressBurst.evaluate(anEvidence({ order, ordersFromAddress }), addressBurst.defaults.thresholds)
    .value;
const others = (given: Partial<OrderFact> = {}) =>
  ['bob', 'cid', 'dan', 'eve'].map((name) => orderOfCustomer(name, given));

describe('address_burst', () => {
  it('grows with other customers of one address and browser within an hour', () => {
    expect(valueOf(...others())).toBe(1);
    expect(valueOf(...others().slice(0, 1))).toBe(0);
    expect(valueOf(orderOfCustomer('ann'))).toBe(0);
  });

  it('is 0 for customers with other browsers, or at other hours', () => {
    expect(valueOf(...others({ userAgent: 'another' }))).toBe(0);
    const convertedAt = new Date(order.convertedAt.getTime() - 2 * HOUR_MS);
    expect(valueOf(...others({ convertedAt }))).toBe(0);
  });

  it('is not available without a public address', () => {
    const local = anEvidence({ order: { ...order, ip: '10.0.0.1' } });
    expect(addressBurst.evaluate(local, addressBurst.defaults.thresholds).value).toBeNull();
  });
});
