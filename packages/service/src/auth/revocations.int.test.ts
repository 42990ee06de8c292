import { randomUUID } from 'node:crypto';
import { eventually } from '@tributary/testing';
import { Redis } from 'ioredis';
import { openRevocations, revokeTokens } from './revocations.ts';

it('keep the later moment where an earlier revocation is published again', async () => {
  const redis = new Redis(process.env['REDIS_URL'] ?? '');
  const namespace = `${randomUUID()}-`;
  const nowS = Math.floor(Date.now() / 1_000);
  const revocation = { userId: 'ann', nowS, lifetimeS: 900 };
  await revokeTokens(redis, namespace, { ...revocation, nowS: nowS + 2 });
  await revokeTokens(redis, namespace, revocation);
  const revocations = openRevocations(redis, namespace);
  await eventually(() => revocations.isRevoked('ann', nowS));
  expect(revocations.isRevoked('ann', nowS + 2)).toBe(true);
  revocations.close();
  redis.disconnect();
});
