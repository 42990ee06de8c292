import { userRegistered, userUpdated } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { consumer } from '@tributary/messaging';
import { outboxOf, transactionOf } from '@tributary/mongo';
import { aUser, eventually, openTestIdentity, testEnv, tokensOf } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import { defineSettings, readConfig } from '../config.ts';
import { type Platform } from '../run/platform.ts';
import { type RunningService, startService } from '../run/run-service.ts';
import { type ServiceState } from './service-state.ts';
import { STATE_PATH } from './state-route.ts';

const ADMIN = '019ffc00-0000-7000-8000-00000000000a';

const app = () => ({
  consumers: [
    consumer(userRegistered, () =>
      Promise.reject(conflict('not_mended', { message: 'ada@example.com is unknown' })),
    ),
    consumer(userUpdated, () => Promise.reject(new Error('it fails for now'))),
  ],
});

const openDeps = (_config: unknown, platform: Platform) =>
  Promise.resolve({ ...platform, close: () => Promise.resolve() });

type Calling = 'identity' | 'gateway';

it('a service answers identity, for an administrator, what waits in it and what it set aside', async () => {
  const identity = await openTestIdentity();
  const env = testEnv({ identityUrl: identity.url, LOG_LEVEL: 'silent' });
  const start = (settings: Record<string, string> = {}) =>
    startService(
      { openDeps, app },
      readConfig(defineSettings('tracking', {}), { ...env, ...settings }),
    );
  const call = ({ url }: RunningService, caller: Calling, role: 'admin' | 'brand') => {
    const { authorization } = identity.headersFor({ id: ADMIN, role });
    const token = tokensOf(caller).tokenFor('tracking');
    const headers = { authorization, 'x-tributary-service-token': token };
    return fetch(`${url}${STATE_PATH}`, { headers });
  };
  const read = async (from: RunningService) =>
    (await (await call(from, 'identity', 'admin')).json()) as ServiceState;
  const publishTo = async ({ platform: { mongo } }: RunningService): Promise<void> => {
    const transaction = transactionOf(mongo, () => ({}));
    await transaction(({ outbox }) => outbox.add(userRegistered(aUser()), userUpdated(aUser())));
  };

  const service = await start();
  expect((await call(service, 'gateway', 'admin')).status).toBe(403);
  expect((await call(service, 'identity', 'brand')).status).toBe(403);
  await publishTo(service);
  const isSetAside = ({ dead_letters: dead, parked }: ServiceState): boolean =>
    dead.count === 1 && parked.count === 1;
  const state = await eventually(
    async () => {
      const seen = await read(service);
      const isLagKnown = seen.consumers.every(({ lag_seconds: lag }) => lag !== null);
      return isSetAside(seen) && isLagKnown && seen;
    },
    { timeoutMs: 30_000 },
  );
  expect(state).toMatchObject({
    not_ready: [],
    degraded: [],
    outbox: { pending: 0, dead: 0 },
    consumers: [{ group: 'tracking', lag_seconds: expect.any(Number) }],
  });
  expect(state.dead_letters.newest).toEqual([
    {
      id: expect.any(String),
      type: 'user.registered.v1',
      topic: 'identity.users',
      group: 'tracking',
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      reason: 'not_mended: [address] is unknown',
    },
  ]);
  expect(state.parked.newest).toMatchObject([
    { type: 'user.updated.v1', reason: 'it fails for now' },
  ]);
  await service.close();

  // Nobody publishes now; what serves still answers for the whole service.
  const edge = await start({ ROLE: 'edge', HTTP_PORT: '0' });
  await publishTo(edge);
  const { mongo } = edge.platform;
  const occurredAt = new Date(Date.now() - 5 * MINUTE_MS);
  await outboxOf(mongo.connection).updateMany(
    {},
    { $set: { 'events.$[].occurredAt': occurredAt } },
  );
  const waiting = await read(edge);
  expect(waiting.outbox.pending).toBe(2);
  expect(waiting.outbox.oldest_seconds).toBeGreaterThanOrEqual(300);
  expect(isSetAside(waiting)).toBe(true);

  await edge.close();
  await identity.close();
});
