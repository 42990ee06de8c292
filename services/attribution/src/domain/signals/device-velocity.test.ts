import { DAY_MS } from '@tributary/units';
import { anEvidence, orderOfCustomer } from '../../testing/evidence.ts';
import { defaultSettings } from '../attribution.ts';
import { type Evidence } from '../evidence.ts';
import { type OrderFact } from '../order-fact.ts';
import { deviceVelocity } from './device-velocity.ts';

const order = orderOfCustomer('ann');

const evaluate = (given: Partial<Evidence>, fingerprintingEnabled = true) =>
  deviceVelocity.evaluate(
    anEvidence({ order, settings: { ...defaultSettings, fingerprintingEnabled }, ...given }),
    deviceVelocity.defaults.thresholds,
  ).value;
const onDevice = (...ordersOnDevice: OrderFact[]) => evaluate({ ordersOnDevice }, false);

describe('device_velocity', () => {
  it('counts other customers with the same cookie, each once', () => {
    expect(onDevice(orderOfCustomer('ann'), orderOfCustomer('ann'))).toBe(0);
    expect(onDevice(orderOfCustomer('bob'), orderOfCustomer('bob'))).toBe(0.25);
    const four = ['bob', 'cid', 'dan', 'eve'].map((name) => orderOfCustomer(name));
    expect(onDevice(...four)).toBe(1);
    expect(onDevice(orderOfCustomer('bob', { visitorId: 'other' }))).toBe(0);
  });

  it('counts customers with the same address and browser only in campaigns with fingerprints', () => {
    const lookalikes = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) =>
      orderOfCustomer(name, { visitorId: name }),
    );
    expect(evaluate({ ordersFromAddress: lookalikes }, false)).toBe(0);
    expect(evaluate({ ordersFromAddress: lookalikes })).toBe(0.8);
    expect(evaluate({ ordersFromAddress: lookalikes.slice(0, 2) })).toBe(0);
  });

  it('counts lookalikes of one day only, because browsers of one kind share a campus for months', () => {
    const earlier = ['b', 'c', 'd', 'e', 'f', 'g'].map((name, index) =>
      orderOfCustomer(name, {
        visitorId: name,
        convertedAt: new Date(order.convertedAt.getTime() - (index + 2) * DAY_MS),
      }),
    );
    expect(evaluate({ ordersFromAddress: earlier })).toBe(0);
  });

  it('is not available without a cookie or a customer', () => {
    expect(evaluate({ order: { ...order, visitorId: null } })).toBeNull();
    expect(evaluate({ order: { ...order, customer: null } })).toBeNull();
  });
});
