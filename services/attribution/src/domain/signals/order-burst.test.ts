import { MINUTE_MS } from '@tributary/units';
import { anEvidence, orderOfCustomer } from '../../testing/evidence.ts';
import { type OrderFact } from '../order-fact.ts';
import { orderBurst } from './order-burst.ts';

const order = orderOfCustomer('ann');
const minutesBefore = (minutes: number, given: Partial<OrderFact> = {}): OrderFact => ({
  ...order,
  convertedAt: new Date(order.convertedAt.getTime() - minutes * MINUTE_MS),
  createdAt: new Date(order.createdAt.getTime() - minutes * MINUTE_MS),
  ...given,
});
const evaluate = (...ordersOfCustomer: OrderFact[]) =>
  orderBurst.evaluate(anEvidence({ order, ordersOfCustomer }), orderBurst.defaults.thresholds);

describe('order_burst', () => {
  it('is 0 for the second order in a row and 1 for the third', () => {
    expect(evaluate(minutesBefore(1)).value).toBe(0);
    expect(evaluate(minutesBefore(1), minutesBefore(2))).toEqual({
      value: 1,
      evidence: '2 earlier orders of this customer from the same address within 15 minutes',
    });
  });

  it('ignores orders from other addresses or more than 15 minutes apart', () => {
    expect(evaluate(minutesBefore(1), minutesBefore(2, { ip: '88.64.10.99' })).value).toBe(0);
    expect(evaluate(minutesBefore(1), minutesBefore(16)).value).toBe(0);
  });

  it('stays 0 for the first of them when later ones are known', () => {
    expect(evaluate(minutesBefore(-1), minutesBefore(-2)).value).toBe(0);
  });

  it('is not available without a customer', () => {
    const nameless = { order: { ...order, customer: null } };
    expect(
      orderBurst.evaluate(anEvidence(nameless), orderBurst.defaults.thresholds).value,
    ).toBeNull();
  });
});
