import { eventually, openRedisCluster, type RedisCluster } from '@tributary/testing';
import { type Redis } from 'ioredis';
import { openRevocations, revokeToken, revokeTokens } from './auth/revocations.ts';
import { openLog } from './log.ts';
import { openRateLimiter } from './rate-limit.ts';
import { openRedis } from './redis.ts';
import { runBySlot, sendTogether, slotTag } from './redis-slots.ts';
import { openOutboxChannel } from './run/outbox-channel.ts';

const NAMESPACE = 'cluster-';

describe('on a Redis Cluster of three masters', () => {
  let cluster: RedisCluster;
  let redis: Redis;
  const open = () => openRedis({ url: cluster.url }, openLog('test', 'error'));
  beforeAll(async () => {
    cluster = await openRedisCluster();
    redis = await open();
  });
  afterAll(async () => {
    redis.disconnect();
    await cluster.close();
  });

  const numbered = (count: number) => Array.from({ length: count }, (_, index) => String(index));

  it('limits count for all instances, and their counters lie on every master', async () => {
    const limit = { name: 'calls', points: 2, windowSeconds: 60 };
    const other = await open();
    const [one, two] = [redis, other].map((at) => openRateLimiter(at, NAMESPACE, limit));
    for (const key of numbered(30)) {
      await one?.consume(key);
      expect(await two?.consume(key)).toMatchObject({ remaining: 0 });
    }
    await expect(one?.consume('7')).rejects.toThrow('At most 2 calls');
    await one?.giveBack('8');
    expect(await two?.consume('8')).toMatchObject({ remaining: 0 });
    for (const keys of await cluster.keys(`${NAMESPACE}limit:`)) expect(keys).not.toEqual([]);
    other.disconnect();
  });

  it('revocations reach every process', async () => {
    const nowS = 1_780_000_000;
    await revokeTokens(redis, NAMESPACE, { userId: 'ann', nowS, lifetimeS: 900 });
    await revokeToken(redis, NAMESPACE, { tokenId: 'token', nowS, lifetimeS: 900 });
    const revocations = openRevocations(redis, NAMESPACE);
    await eventually(
      () => revocations.isRevoked('ann', nowS) && revocations.isTokenRevoked('token'),
    );
    revocations.close();
  });

  it('a commit is announced to a process that is connected to another master', async () => {
    const other = await open();
    const channel = openOutboxChannel(other, { namespace: NAMESPACE, service: 'payout' });
    let received = 0;
    channel.listen(() => {
      received += 1;
    });
    const announcer = openOutboxChannel(redis, { namespace: NAMESPACE, service: 'payout' });
    await eventually(async () => {
      await announcer.announce();
      return received > 0;
    });
    channel.close();
    other.disconnect();
  });

  it('commands of many keys go to their masters together, those of one key in order', async () => {
    const keys = numbered(60).map((number) => `${NAMESPACE}list:${number}`);
    await sendTogether(
      redis,
      keys.flatMap((key) => [
        ['rpush', key, 'a'],
        ['rpush', key, 'b'],
      ]),
    );
    const lists = await sendTogether(
      redis,
      keys.map((key) => ['lrange', key, 0, -1] as const),
    );
    expect(lists).toEqual(keys.map(() => ['a', 'b']));
    await expect(sendTogether(redis, [['incr', keys[0] ?? '']])).rejects.toThrow('WRONGTYPE');
  });

  it('a script runs once for each slot, and answers in the order of its items', async () => {
    const keyOf = (id: string) =>
      `${NAMESPACE}counted:${slotTag(redis, id.slice(0, 1))}${id.slice(1)}`;
    const script = `local found = {} for at, key in ipairs(KEYS) do found[at] = redis.call('INCRBY', key, ARGV[at]) end return found`;
    const run = async (ids: readonly string[]) =>
      (await redis.eval(script, ids.length, ...ids.map(keyOf), ...ids)) as number[];
    const ids = numbered(100);
    const answers = await runBySlot(redis, ids, { partOf: (id) => id.slice(0, 1), run });
    expect(answers).toEqual(ids.map(Number));
  });

  it('the estimates of several days are counted in one command, since one tag is in their keys', async () => {
    const keyOf = (day: number) =>
      `${NAMESPACE}visitors:${slotTag(redis, 'campaign/ann')}:${String(day)}`;
    await sendTogether(
      redis,
      [1, 2, 3].map((day) => ['pfadd', keyOf(day), `visitor-${String(day)}`] as const),
    );
    expect(await redis.pfcount(...[1, 2, 3].map(keyOf))).toBe(3);
  });
});
