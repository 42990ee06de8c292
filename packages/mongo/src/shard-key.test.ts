import { requireFittingKeys } from './shard-key.ts';

const unique = (key: Record<string, 1>) => [{ name: 'of_order', key, unique: true }];

describe('a unique index', () => {
  it('begins with the fields of the shard key, because each shard keeps it alone', () => {
    expect(() => {
      requireFittingKeys('orders', { brandId: 'hashed' }, unique({ brandId: 1, orderId: 1 }));
      requireFittingKeys('orders', { brandId: 1, at: 1 }, unique({ brandId: 1, at: 1, no: 1 }));
    }).not.toThrow();
  });

  it('is refused with another beginning', () => {
    const message =
      'The unique index of_order of orders does not begin with its shard key: brandId';
    expect(() => {
      requireFittingKeys('orders', { brandId: 'hashed' }, unique({ orderId: 1, brandId: 1 }));
    }).toThrow(message);
    expect(() => {
      requireFittingKeys('orders', { brandId: 1, at: 1 }, unique({ brandId: 1, orderId: 1 }));
    }).toThrow('brandId, at');
  });

  it('is free on a collection that stays on one shard', () => {
    expect(() => {
      requireFittingKeys('orders', { unsharded: 'there are few' }, unique({ orderId: 1 }));
    }).not.toThrow();
  });

  it('is not what other indexes are', () => {
    const indexes = [{ name: 'list', key: { at: -1 } as const }];
    expect(() => {
      requireFittingKeys('orders', { brandId: 'hashed' }, indexes);
    }).not.toThrow();
  });
});
