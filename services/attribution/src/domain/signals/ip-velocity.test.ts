import { anEvidence, orderOfCustomer } from '../../testing/evidence.ts';
import { type OrderFact } from '../order-fact.ts';
import { ipVelocity } from './ip-velocity.ts';

const evaluate = (order: OrderFact, ordersFromAddress: readonly OrderFact[] = []) =>
  ipVelocity.evaluate(anEvidence({ order, ordersFromAddress }), ipVelocity.defaults.thresholds);

describe('ip_velocity', () => {
  it('counts other customers of the same affiliate at the address, each once', () => {
    const order = orderOfCustomer('ann');
    const elsewhere = orderOfCustomer('x', { affiliateId: 'other' });
    const neighbours = ['a', 'a', 'b'].map((name) => orderOfCustomer(name));
    const { value, evidence } = evaluate(order, [...neighbours, elsewhere, orderOfCustomer('ann')]);
    expect(evidence).toMatch(/^2 other customers/);
    expect(value).toBeCloseTo(1 / 3, 10);
  });

  it('counts each order without a customer', () => {
    const nameless = ['1', '2', '3', '4'].map((conversionId) =>
      orderOfCustomer('x', { customer: null, conversionId }),
    );
    expect(evaluate(orderOfCustomer('ann'), nameless).value).toBe(1);
  });

  it('is not available without a public address', () => {
    expect(evaluate(orderOfCustomer('ann', { ip: '127.0.0.1' })).value).toBeNull();
    expect(evaluate(orderOfCustomer('ann', { ip: null })).value).toBeNull();
  });
});
