/**
 * Runs the whole system on a Redis Cluster of three masters.
 * `npm run tool -- redis-cluster-drill`: starts three `redis-server` of the PATH and a system on them, takes an order from its click to its
 * payout, checks the invariants of `npm run verify`, and prints how many keys each master has. Exit code 1 if an invariant is broken, a
 * master has no key, or the gateway counts Redis as away.
 */
import { openRedisCluster } from '@tributary/testing';
import { withOwnSystem } from '../chaos/with-own-system.ts';
import { Client } from '../client.ts';
import { takeOrder } from '../secured/take-order.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const cluster = await openRedisCluster();
try {
  await withOwnSystem({ REDIS_URL: cluster.url }, async (system) => {
    await takeOrder(new Client(system));
    print('An order was taken from its click to its payout');
    const violations = await system.violations();
    for (const line of violations) print(line);
    const keys = await cluster.keys('');
    print(`keys of the masters: ${keys.map(({ length }) => String(length)).join(', ')}`);
    const health = await fetch(`${system.baseUrl}/health/ready`);
    const text = await health.text();
    print(`the gateway: ${text}`);
    const isFine = violations.length === 0 && keys.every(({ length }) => length > 0);
    process.exitCode = isFine && !text.includes('redis') ? 0 : 1;
  });
} finally {
  await cluster.close();
}
