import { apiLimitNeared, apiLimitReached } from '@tributary/contracts';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { type EventProbe, openEventProbe, tokensOf } from '@tributary/testing';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let probe: EventProbe;
let users: GrpcClient<'tributary.identity.v1.Users'>;
beforeAll(async () => {
  const env = await identityEnv();
  probe = await openEventProbe(env, ['identity.users']);
  identity = await openIdentity(env);
  users = openGrpcClient(
    'tributary.identity.v1.Users',
    `127.0.0.1:${String(identity.grpcPort)}`,
    tokensOf('gateway'),
  );
});
afterAll(async () => {
  users.close();
  await identity.close();
  await probe.close();
});

const note = (userId: string, given: Record<string, string> = {}) =>
  users.call(
    'NoteUsage',
    {
      userId,
      plan: 'free',
      period: '2026-05',
      used: '1600',
      limit: '2000',
      level: 'neared',
      ...given,
    },
    { deadlineMs: 10_000, idempotent: true },
  );

describe('NoteUsage', () => {
  it('publishes each level of a month once, however many gateways report it', async () => {
    const { user } = await identity.registered({ role: 'brand' });
    await Promise.all([note(user.id), note(user.id), note(user.id)]);
    await note(user.id, { level: 'reached', used: '2000' });
    const reached = await probe.waitFor(apiLimitReached, ({ userId }) => userId === user.id);
    expect(reached.data).toMatchObject({ role: 'brand', plan: 'free', used: 2_000, limit: 2_000 });
    const neared = probe.events(apiLimitNeared).filter(({ data }) => data.userId === user.id);
    expect(neared.map(({ data }) => [data.period, data.used])).toEqual([['2026-05', 1_600]]);
    await note(user.id, { period: '2026-06' });
    await probe.waitFor(
      apiLimitNeared,
      ({ userId, period }) => userId === user.id && period === '2026-06',
    );
  });

  it('refuses unknown users and levels', async () => {
    await expect(note(newId())).rejects.toMatchObject({ kind: 'not_found' });
    await expect(note(newId(), { level: 'odd' })).rejects.toMatchObject({ kind: 'invalid' });
  });
});
