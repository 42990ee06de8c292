import { once } from 'node:events';
import { connect } from 'node:net';
import { mock } from 'node:test';
import { z } from 'zod';
import {
  aUser,
  eventually,
  type EventProbe,
  freePort,
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  type TestIdentity,
} from '@tributary/testing';
import { type Role } from '@tributary/catalog';
import { userRegistered, userUpdated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { outboxOf, transactionOf } from '@tributary/mongo';
import { schedule } from '../background/schedule.ts';
import { worker } from '../background/worker.ts';
import { defineSettings, readConfig } from '../config.ts';
import { route } from '../http/route.ts';
import { type Platform } from './platform.ts';
import { type RunningService, startService } from './run-service.ts';

interface Note {
  _id: string;
}

const openDeps = (_config: unknown, platform: Platform) => {
  const notes = platform.mongo.connection.collection<Note>('notes');
  const transaction = transactionOf(platform.mongo, (session) => ({
    add: (note: Note) => notes.insertOne(note, { session }),
  }));
  return Promise.resolve({ ...platform, notes, transaction, close: () => Promise.resolve() });
};
type Deps = Awaited<ReturnType<typeof openDeps>>;

const app = (deps: Deps) => ({
  routes: [
    route({
      operationId: 'createNote',
      method: 'post',
      path: '/api/notes/:note_id',
      summary: 'Adds a note',
      allow: 'public',
      params: z.object({ note_id: z.uuid() }),
      response: z.object({ id: z.string() }),
      handle: async ({ params: { note_id: id } }) => {
        await deps.transaction(async ({ add, outbox }) => {
          await add({ _id: id });
          await outbox.add(userUpdated(aUser({ userId: id })));
        });
        return { id };
      },
    }),
  ],
  consumers: [
    consumer(userRegistered, ({ data: { userId: _id } }) =>
      deps.transaction(({ add }) => add({ _id })),
    ),
  ],
  workers: [
    worker({ name: 'by-default', everyMs: 100, run: () => Promise.resolve(false) }),
    worker({ name: 'spool', role: 'edge', everyMs: 100, run: () => Promise.resolve(false) }),
  ],
  schedules: [
    schedule({
      name: 'note-taken',
      cron: '* * * * * *',
      run: async () => {
        await deps.notes.updateOne({ _id: 'scheduled' }, { $set: {} }, { upsert: true });
      },
    }),
  ],
});

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

describe('a service in roles', () => {
  let identity: TestIdentity;
  let env: ReturnType<typeof testEnv>;
  let probe: EventProbe;
  const running: RunningService[] = [];

  beforeEach(async () => {
    identity = await openTestIdentity();
    env = testEnv({ identityUrl: identity.url });
    probe = await openEventProbe(env, ['identity.users']);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((service) => service.close()));
    await probe.close();
    await identity.close();
  });

  async function start(role: Role, extra: Record<string, string> = {}): Promise<RunningService> {
    const settings = readConfig(defineSettings('attribution', {}), {
      ...env,
      ROLE: role,
      ...extra,
    });
    const service = await startService({ openDeps, app }, settings);
    running.push(service);
    return service;
  }

  const isReady = ({ opsUrl }: RunningService) =>
    eventually(async () => {
      const { status } = await fetch(`${opsUrl}/health/ready`);
      return status === 200 ? true : undefined;
    });

  const addNote = async ({ url }: RunningService): Promise<string> => {
    const id = crypto.randomUUID();
    const path = `${url}/api/notes/${id}`;
    const { status } = await gatewayFetch('attribution', path, { method: 'POST' });
    expect(status).toBe(200);
    return id;
  };

  const pendingIn = ({ platform }: RunningService): Promise<number> =>
    outboxOf(platform.mongo.connection).countDocuments({ pending: true });

  it('as an edge answers, is ready without partitions, and publishes nothing even at its stop', async () => {
    const edge = await start('edge');
    await isReady(edge);
    await addNote(edge);
    expect([...edge.workers.keys()]).toEqual(['spool']);
    const other = await start('edge');
    // A relay publishes what is pending before it stops.
    await edge.close();
    expect(await pendingIn(other)).toBe(1);
    expect(await other.platform.mongo.connection.collection('notes').countDocuments()).toBe(1);
    running.splice(running.indexOf(edge), 1);
  });

  it('as a worker consumes, publishes and runs schedules, and opens no port but that of operations', async () => {
    const [http, grpc] = [await freePort(), await freePort()];
    const edge = await start('edge');
    const id = await addNote(edge);
    const background = await start('worker', {
      HTTP_PORT: String(http),
      GRPC_PORT: String(grpc),
    });
    await isReady(background);
    expect([...background.workers.keys()]).toEqual(['by-default']);
    expect([background.url, background.grpcPort]).toEqual(['', 0]);
    expect([await accepts(http), await accepts(grpc)]).toEqual([false, false]);
    await probe.waitFor(userUpdated, ({ userId }) => userId === id);
    const user = aUser({});
    await probe.publish(userRegistered(user));
    const notes = background.platform.mongo.connection.collection<Note>('notes');
    for (const _id of [user.userId, 'scheduled']) {
      await eventually(async () => (await notes.findOne({ _id })) ?? undefined);
    }
    const metrics = await (await fetch(`${background.opsUrl}/metrics`)).text();
    expect(metrics).toContain('role="worker"');
  });

  it('notifies the relay of the worker of a commit in the edge, so that no poll is waited for', async () => {
    const edge = await start('edge');
    const background = await start('worker');
    await isReady(background);
    const first = await addNote(edge);
    await probe.waitFor(userUpdated, ({ userId }) => userId === first);
    const notified = mock.method(background.platform.mongo.outboxSignal, 'notify');
    const second = await addNote(edge);
    await eventually(() => (notified.mock.callCount() > 0 ? true : undefined));
    await probe.waitFor(userUpdated, ({ userId }) => userId === second);
  });

  it('notifies the instance that publishes of a commit in one that stands by', async () => {
    const first = await start('both');
    const published = await addNote(first);
    await probe.waitFor(userUpdated, ({ userId }) => userId === published);
    const second = await start('both');
    const notified = mock.method(first.platform.mongo.outboxSignal, 'notify');
    const id = await addNote(second);
    await eventually(() => (notified.mock.callCount() > 0 ? true : undefined));
    await probe.waitFor(userUpdated, ({ userId }) => userId === id);
    expect([...second.workers.keys()].toSorted()).toEqual(['by-default', 'spool']);
  });
});
