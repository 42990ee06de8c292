import { randomUUIDv7 } from 'node:crypto';
import { gatewayFetch, openTestIdentity, testEnv, type TestIdentity } from '@tributary/testing';
import { defineSettings, readConfig } from '../config.ts';
import { type Platform } from '../run/platform.ts';
import { startService } from '../run/run-service.ts';
import { route } from './route.ts';

interface Note {
  readonly _id: string;
  readonly owner: string;
}

const openDeps = (_config: unknown, { mongo }: Platform) =>
  Promise.resolve({
    notes: mongo.connection.collection<Note>('notes'),
    reads: { begun: 0 },
    close: () => Promise.resolve(),
  });
type Deps = Awaited<ReturnType<typeof openDeps>>;

const app = ({ notes, reads }: Deps) => ({
  routes: [
    route({
      operationId: 'listNotes',
      method: 'get',
      path: '/api/notes',
      summary: 'The caller’s notes',
      allow: ['brand'],
      permission: 'campaigns:read',
      shared: true,
      anyQuery: true,
      handle: async ({ actor }) => {
        reads.begun += 1;
        const found = await notes.find({ owner: actor.id }).toArray();
        return found.map(({ _id }) => _id);
      },
    }),
  ],
  rpcs: [],
  consumers: [],
});

/** A service with a shared list, and its callers. */
async function openNotes(identity: TestIdentity) {
  const config = readConfig(
    defineSettings('attribution', {}),
    testEnv({ identityUrl: identity.url }),
  );
  const opened = Promise.withResolvers<Deps>();
  const service = await startService(
    {
      openDeps: async (given: unknown, platform: Platform) => {
        const deps = await openDeps(given, platform);
        opened.resolve(deps);
        return deps;
      },
      app,
    },
    config,
  );
  const { notes, reads } = await opened.promise;
  return {
    reads,
    add: async (owner: string): Promise<string> => {
      const _id = randomUUIDv7();
      await notes.insertOne({ _id, owner }, { writeConcern: { w: 'majority' } });
      return _id;
    },
    list: async (owner: string) => {
      const headers = identity.headersFor({ id: owner, role: 'brand' });
      const response = await gatewayFetch('attribution', `${service.url}/api/notes`, { headers });
      return {
        type: response.headers.get('content-type'),
        ids: (await response.json()) as string[],
      };
    },
    close: async () => {
      await service.close();
    },
  };
}

describe('a shared list', () => {
  let identity: TestIdentity;
  let service: Awaited<ReturnType<typeof openNotes>>;
  beforeAll(async () => {
    identity = await openTestIdentity();
    service = await openNotes(identity);
  });
  afterAll(async () => {
    await service.close();
    await identity.close();
  });

  it('has what was stored before the request, while others read it without a pause', async () => {
    const owner = randomUUIDv7();
    let isDone = false;
    let polls = 0;
    const poll = async (): Promise<void> => {
      while (!isDone) {
        await service.list(owner);
        polls += 1;
      }
    };
    const pollers = Array.from({ length: 8 }, poll);
    const before = service.reads.begun;
    for (let round = 0; round < 50; round += 1) {
      const id = await service.add(owner);
      expect((await service.list(owner)).ids).toContain(id);
    }
    isDone = true;
    await Promise.all(pollers);
    expect(service.reads.begun - before).toBeLessThan(polls + 50);
  });

  it('is another one for each account, and JSON for all of them', async () => {
    const owners = [randomUUIDv7(), randomUUIDv7()];
    const ids = await Promise.all(owners.map((owner) => service.add(owner)));
    const requests = Array.from({ length: 20 }, (_, index) =>
      service.list(owners[index % 2] ?? ''),
    );
    for (const [index, list] of (await Promise.all(requests)).entries()) {
      expect(list).toEqual({ type: 'application/json; charset=utf-8', ids: [ids[index % 2]] });
    }
  });
});
