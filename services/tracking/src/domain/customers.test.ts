import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { customerKeys, withNewCustomers } from './customers.ts';

describe('whether a customer is new', () => {
  const of = (customerEmailHash: string | null, customerId: string | null, brandId = 'b') =>
    aStoredConversion({ brandId, customerEmailHash, customerId });
  const newness = (orders: Parameters<typeof withNewCustomers>[0], known: string[] = []) =>
    withNewCustomers(orders, new Set(known)).map(({ isNewCustomer }) => isNewCustomer);

  it('is unknown for orders that identify no customer', () => {
    expect(newness([of(null, null), of(null, null)])).toEqual([null, null]);
  });

  it('is found by e-mail or by the shop’s id, within the brand', () => {
    const earlier = customerKeys(of('hash', 'c1'));
    const orders = [of('hash', null), of(null, 'c1'), of('hash', 'c2'), of('hash', 'c1', 'other')];
    expect(newness(orders, earlier)).toEqual([false, false, false, true]);
  });

  it('is true only for the first of several orders in one group', () => {
    expect(newness([of('hash', null), of('hash', 'c1'), of(null, 'c1')])).toEqual([
      true,
      false,
      false,
    ]);
  });
});
