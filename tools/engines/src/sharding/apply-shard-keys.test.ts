import { applyShardKeys, type Router } from './apply-shard-keys.ts';
import { readShardKeys, type ShardedCollection } from './shard-keys.ts';

const orders: ShardedCollection = {
  database: 'a',
  collection: 'orders',
  key: { brandId: 'hashed' },
};
const clicks: ShardedCollection = {
  database: 'a',
  collection: 'clicks',
  key: { linkId: 1, _id: 'hashed' },
};

/** A cluster in memory: it decides nothing. */
function routerWith(present: Record<string, Record<string, unknown>>) {
  const sharded = new Map(Object.entries(present));
  const router: Router = {
    keys: () => Promise.resolve(sharded),
    shard: ({ database, collection, key }) => {
      sharded.set(`${database}.${collection}`, key);
      return Promise.resolve();
    },
  };
  return { router, sharded };
}

describe('the keys of a sharded cluster', () => {
  const lines: string[] = [];
  const report = (line: string) => lines.push(line);

  it('are applied once, however often the command is repeated', async () => {
    const { router, sharded } = routerWith({ 'a.orders': { brandId: 'hashed' } });
    expect(await applyShardKeys(router, [orders, clicks], { report })).toBe(1);
    expect(await applyShardKeys(router, [orders, clicks], { report })).toBe(0);
    expect(sharded.get('a.clicks')).toEqual({ linkId: 1, _id: 'hashed' });
    expect(lines).toEqual(['a.clicks is sharded by linkId:1,_id:hashed']);
  });

  it('are only listed by a dry run', async () => {
    const { router, sharded } = routerWith({});
    expect(await applyShardKeys(router, [orders], { report, isDryRun: true })).toBe(1);
    expect(sharded.size).toBe(0);
  });

  it('change nothing where a collection has another key', async () => {
    const { router, sharded } = routerWith({ 'a.orders': { brandId: 1 } });
    const applied = applyShardKeys(router, [clicks, orders], { report });
    await expect(applied).rejects.toThrow('a.orders by brandId:1, not brandId:hashed');
    expect(sharded.size).toBe(1);
  });
});

describe('the list of keys', () => {
  it('names databases with their namespace, and leaves out what is not sharded', () => {
    const text =
      '# a comment\ncommission balances affiliateId:hashed\nidentity users unsharded few\n';
    expect(readShardKeys('x-', text)).toEqual([
      {
        database: 'x-tributary_commission',
        collection: 'balances',
        key: { affiliateId: 'hashed' },
      },
    ]);
  });

  it('is refused with a broken row', () => {
    expect(() => readShardKeys('', 'commission balances\n')).toThrow('broken row');
    expect(() => readShardKeys('', 'commission balances affiliateId:down\n')).toThrow('broken row');
  });

  it('has the collections that grow with orders', () => {
    const names = readShardKeys().map(({ database, collection }) => `${database}.${collection}`);
    const large = ['tracking.conversions', 'commission.ledger_entries', 'webhook.deliveries'];
    expect(names).toEqual(expect.arrayContaining(large.map((name) => `tributary_${name}`)));
  });
});
