import { anEvidence, orderOfCustomer, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affFewAddresses } from './aff-few-addresses.ts';

const order = orderOfCustomer('ann');
const neighbour = orderOfCustomer('bob', { visitorId: 'other' });

const valueOf = (
  affiliate: Partial<TrafficCounts>,
  others: Partial<TrafficCounts> = {},
  ordersFromAddress = [neighbour],
) =>
  affFewAddresses.evaluate(
    anEvidence({ order, ordersFromAddress, traffic: trafficOf(affiliate, others) }),
    affFewAddresses.defaults.thresholds,
  ).value;

describe('aff_few_addresses', () => {
  it('is 1 for new visitors behind a handful of addresses', () => {
    expect(valueOf({ visitors: 60, addresses: 6 })).toBe(1);
  });

  it('is 0 for visitors who click often, and for two visitors behind each address', () => {
    expect(valueOf({ clicks: 5_000, visitors: 60, addresses: 60 })).toBe(0);
    expect(valueOf({ visitors: 600, addresses: 300 })).toBe(0);
  });

  it('is 0 for visitors who share addresses as the campaign’s others do', () => {
    const others = { visitors: 16_000, addresses: 4_000 };
    expect(valueOf({ visitors: 600, addresses: 150 }, others)).toBe(0);
  });

  it('is 0 for an order from an address of its own, so that no affiliate’s orders are all flagged', () => {
    expect(valueOf({ visitors: 60, addresses: 6 }, {}, [])).toBe(0);
  });

  it('is not available for few visitors', () => {
    expect(valueOf({ visitors: 9, addresses: 1 })).toBeNull();
    expect(valueOf({}, { visitors: 99 })).toBeNull();
  });
});
