import { aConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { evidenceFor } from '../../testing/evidence.ts';
import { orderFactOf, type OrderFact } from '../order-fact.ts';
import { emailVelocity } from './email-velocity.ts';

const conversion = aConversion({ customerEmailHash: 'ann' });
const order = orderFactOf(conversion);
const daysBefore = (days: number): OrderFact => ({
  ...order,
  convertedAt: new Date(order.convertedAt.getTime() - days * DAY_MS),
});

const evaluate = (ordersOfCustomer: readonly OrderFact[], of = conversion) =>
  emailVelocity.evaluate(evidenceFor(of, { ordersOfCustomer }), emailVelocity.defaults.thresholds);

describe('email_velocity', () => {
  it('counts the customer’s orders within 30 days', () => {
    expect(evaluate([1, 2].map(daysBefore)).value).toBe(0);
    expect(evaluate([1, 2, 3, 4, 5].map(daysBefore))).toEqual({
      value: 1,
      evidence: '5 earlier orders with this e-mail address within 30 days',
    });
    expect(evaluate([31, 32, 33, 34, 35].map(daysBefore)).value).toBe(0);
  });

  it('is not available without an e-mail address', () => {
    expect(evaluate([], aConversion({ customerEmailHash: null })).value).toBeNull();
  });
});
