import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { customerKeys, withNewCustomers } from './customers.ts';

describe('whether a customer is new', () => {
  const of = (customerEmailHash: string | null, customerId: string | null, brandId = 'b') =>
    aStoredConversion({ brandId, customerEmailHash, customerId });
  const newness = (orders: Parameters<typeof withNewCustomers>[0], known: string[] = []) =>
    withNewCustomers(orders, new Set(known)).map(({ isNewCustomer }) => isNewCustomer);

  it('is not known of orders that name nobody', () => {
    expect(newness([of(null, null), of(null, null)])).toEqual([null, null]);
  });

  it('is told by e-mail or by the shop’s id, within the brand', () => {
    const earlier = customerKeys(of('hash', 'c1'));
    const orders = [of('hash', null), of(null, 'c1'), of('hash', 'c2'), of('hash', 'c1', 'other')];
    expect(newness(orders, earlier)).toEqual([false, false, false, true]);
  });

  it('is the first order’s of several that come in together', () => {
    expect(newness([of('hash', null), of('hash', 'c1'), of(null, 'c1')])).toEqual([
      true,
      false,
      false,
    ]);
  });
});
