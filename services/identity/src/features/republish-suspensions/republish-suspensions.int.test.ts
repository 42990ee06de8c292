import { randomUUIDv7 } from 'node:crypto';
import { userStatusChanged, userSuspensionRestated } from '@tributary/contracts';
import { type EventProbe, eventually, openEventProbe } from '@tributary/testing';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';
import { type UserDocument } from '../../store/collections.ts';
import { type RestatementDocument } from '../../store/restatement-collections.ts';

type Identity = Awaited<ReturnType<typeof openIdentity>>;

describe('the accounts that were suspended before the update', () => {
  let env: Record<string, string>;
  let probe: EventProbe;
  let running: Identity[] = [];
  const start = async (count: number): Promise<void> => {
    const others = Array.from({ length: count - 1 }, () => ({ ...env, HTTP_PORT: '0' }));
    running = await Promise.all([env, ...others].map(openIdentity));
  };
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((one) => one.close()));
    running = [];
  };
  const collection = <Document extends { _id: string } = RestatementDocument>(name: string) =>
    running[0]!.platform.mongo.connection.collection<Document>(name);
  const isDone = () =>
    eventually(async () => {
      const progress = await collection('restatements').findOne({ _id: 'suspensions' });
      return progress?.isDone === true;
    });

  beforeAll(async () => {
    env = await identityEnv();
    probe = await openEventProbe(env, ['identity.users']);
  });
  afterAll(() => probe.close());
  afterAll(() => stop());

  it('are published once, with the time of their change, however many instances start how often', async () => {
    await start(1);
    await isDone();
    const { user } = await running[0]!.registered();
    const users = collection<UserDocument>('users');
    const model = (await users.findOne({ _id: user.id }))!;
    const changedAt = new Date('2026-01-02T03:04:05.000Z');
    const accounts = Array.from({ length: 26 }, (_, index): UserDocument => {
      const _id = randomUUIDv7();
      const status = index === 25 ? 'active' : 'suspended';
      return { ...model, _id, email: `${_id}@example.com`, status, updatedAt: changedAt };
    });
    const suspended = accounts.slice(0, 25).map(({ _id }) => _id);
    await users.insertMany(accounts);
    // As the version before leaves the database.
    await collection('restatements').deleteMany({});
    await stop();

    await start(2);
    await isDone();
    await stop();
    await start(2);

    // Events of one account come in order, so nothing of it can follow its reinstatement unseen.
    const admin = await running[0]!.signedInAdmin();
    for (const id of suspended) {
      const { status } = await running[0]!.call('PUT', `/api/admin/users/${id}/status`, {
        token: admin.access_token,
        body: { status: 'active' },
      });
      expect(status).toBe(200);
    }
    for (const id of suspended) {
      await probe.waitFor(userStatusChanged, ({ userId }) => userId === id);
    }
    const restated = probe.events(userSuspensionRestated).map(({ data }) => data);
    expect(restated.map(({ userId }) => userId).toSorted()).toEqual(suspended.toSorted());
    for (const data of restated) {
      expect(data).toMatchObject({ status: 'suspended', changedAt: changedAt.toISOString() });
    }
  });
});
