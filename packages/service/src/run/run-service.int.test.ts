import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import {
  aUser,
  eventually,
  gatewayFetch,
  openEventProbe,
  openTestIdentity,
  testEnv,
  tokensOf,
} from '@tributary/testing';
import { currentDeadline } from '@tributary/context';
import { userRegistered, userUpdated } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { transactionOf } from '@tributary/mongo';
import { conflict } from '@tributary/errors';
import { openGrpcClient, rpc } from '@tributary/grpc';
import { defineSettings, readConfig } from '../config.ts';
import { route } from '../http/route.ts';
import { startService } from './run-service.ts';
import { type Platform } from './platform.ts';

interface Note {
  _id: string;
  text: string;
}

const openDeps = (_config: unknown, platform: Platform) => {
  const notes = platform.mongo.connection.collection<Note>('notes');
  const transaction = transactionOf(platform.mongo, (session) => ({
    add: (note: Note) => notes.insertOne(note, { session }),
  }));
  return Promise.resolve({ ...platform, notes, transaction, close: () => Promise.resolve() });
};
type Deps = Awaited<ReturnType<typeof openDeps>>;

const addNote = (deps: Deps) =>
  route({
    operationId: 'createNote',
    method: 'post',
    path: '/api/notes/:note_id',
    summary: 'Adds a note',
    allow: ['brand'],
    permission: 'campaigns:write',
    idempotent: true,
    status: 201,
    params: z.object({ note_id: z.uuid() }),
    body: z.strictObject({ text: z.string().min(1) }),
    response: z.object({ id: z.string() }),
    handle: async ({ body, actor }) => {
      const id = deps.newId();
      await deps.transaction(async ({ add, outbox }) => {
        await add({ _id: id, text: body.text });
        await outbox.add(userUpdated(aUser({ userId: actor.id, name: body.text })));
      });
      return { id };
    },
  });

const ADMITTED_AFTER_MS = 500;

/** Answers how long its caller waits for the handler, ms. */
const getWait = () =>
  route({
    operationId: 'getWait',
    method: 'get',
    path: '/api/wait',
    summary: 'How long the caller waits',
    allow: 'public',
    deadline: { maxMs: 60_000, stalledMs: 60_000 },
    countCall: async () => {
      await pause(ADMITTED_AFTER_MS);
      return {};
    },
    handle: () => Promise.resolve({ ms: currentDeadline()?.remainingMs() }),
  });

const app = (deps: Deps) => ({
  routes: [
    addNote(deps),
    getWait(),
    route({
      operationId: 'getError',
      method: 'get',
      path: '/api/notes',
      summary: 'Fails as requested',
      allow: 'public',
      query: z.strictObject({ kind: z.enum(['conflict', 'bug']) }),
      handle: ({ query }) =>
        Promise.reject(
          query.kind === 'bug' ? new TypeError('secret cause') : conflict('note_taken'),
        ),
    }),
  ],
  rpcs: [
    rpc('tributary.attribution.v1.Attribution', 'Assess', ({ conversions }) =>
      conversions.length > 0
        ? Promise.resolve({ assessments: conversions })
        : Promise.reject(conflict('nothing_requested', { details: { at_least: 1 } })),
    ),
  ],
  consumers: [
    consumer(userRegistered, ({ data }) =>
      deps.transaction(({ add }) => add({ _id: data.userId, text: data.name })),
    ),
  ],
});

describe('a service', () => {
  it('serves, consumes, publishes and stops, and refuses every wrong call in the documented shape', async () => {
    const identity = await openTestIdentity();
    const env = testEnv({ identityUrl: identity.url });
    const config = readConfig(defineSettings('attribution', {}), env);
    const probe = await openEventProbe(env, ['identity.users']);
    const service = await startService({ openDeps, app }, config);
    const brand = identity.headersFor({ role: 'brand' });
    const json = { 'content-type': 'application/json' };
    const path = `${service.url}/api/notes/${crypto.randomUUID()}`;
    const post = (headers: Record<string, string>, body: string, url = path) =>
      gatewayFetch('attribution', url, { method: 'POST', headers: { ...json, ...headers }, body });

    // Published once, although requested twice with one key.
    const keyed = { ...brand, 'idempotency-key': 'k1' };
    const [first, second] = [
      await post(keyed, '{"text":"hello"}'),
      await post(keyed, '{"text":"hello"}'),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(await second.json()).toEqual(await first.json());
    expect((await post(keyed, '{"text":"other"}')).status).toBe(409);
    const event = await probe.waitFor(userUpdated, ({ name }) => name === 'hello');
    expect(event.correlationId).toBe(first.headers.get('x-request-id'));

    // Admission and handler share one wait.
    const waited = (await (
      await gatewayFetch('attribution', `${service.url}/api/wait`)
    ).json()) as {
      ms: number;
    };
    expect(waited.ms).toBeLessThan(60_000 - ADMITTED_AFTER_MS + 10);

    // Consumed.
    const user = aUser({ name: 'consumed' });
    await probe.publish(userRegistered(user));
    const { notes } = await eventually(async () => {
      const found = await service.platform.mongo.connection
        .collection<Note>('notes')
        .findOne({ _id: user.userId });
      return found === null ? undefined : { notes: found };
    });
    expect(notes.text).toBe('consumed');

    // Refused.
    const refusals: [Promise<Response>, number, string][] = [
      [post({}, '{}'), 401, 'not_authenticated'],
      [post({ authorization: 'Bearer nonsense' }, '{}'), 401, 'invalid_token'],
      [post(identity.headersFor({ role: 'affiliate' }), '{}'), 403, 'wrong_role'],
      [post(identity.headersFor({ role: 'brand', expiresInS: -60 }), '{}'), 401, 'invalid_token'],
      [post(brand, '{"text":""}'), 400, 'invalid_request'],
      [post(brand, '{"text":"x","extra":1}'), 400, 'invalid_request'],
      [post(brand, '{'), 400, 'malformed_json'],
      [post({ ...brand, 'content-type': 'text/plain' }, 'x'), 415, 'unsupported_media_type'],
      [post(brand, JSON.stringify({ text: 'x'.repeat(200_000) })), 413, 'body_too_large'],
      [post(brand, '{"text":"x"}', `${service.url}/api/notes/not-an-id`), 404, 'not_found'],
      [gatewayFetch('attribution', `${service.url}/api/nothing`), 404, 'not_found'],
      [gatewayFetch('attribution', path), 405, 'method_not_allowed'],
      [gatewayFetch('attribution', `${service.url}/api/notes?kind=conflict`), 409, 'note_taken'],
      [
        gatewayFetch('attribution', `${service.url}/api/notes?kind=conflict&kind=bug`),
        400,
        'invalid_request',
      ],
      [
        gatewayFetch('attribution', `${service.url}/api/notes?kind[$ne]=bug`),
        400,
        'invalid_request',
      ],
      [gatewayFetch('attribution', `${service.url}/api/notes?kind=bug`), 500, 'internal_error'],
    ];
    for (const [call, status, code] of refusals) {
      const response = await call;
      const text = await response.text();
      expect([response.status, JSON.parse(text).error]).toEqual([status, code]);
      expect(text).not.toContain('secret cause');
      expect(response.headers.get('x-request-id')).toBeTruthy();
    }

    // Called over gRPC, errors included.
    const client = openGrpcClient(
      'tributary.attribution.v1.Attribution',
      `127.0.0.1:${String(service.grpcPort)}`,
      tokensOf('tracking'),
    );
    const options = { deadlineMs: 2_000, idempotent: true };
    const { assessments } = await client.call('Assess', { conversions: ['a'] }, options);
    expect(assessments).toEqual(['a']);
    await expect(client.call('Assess', {}, options)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'nothing_requested',
      details: { at_least: 1 },
    });
    client.close();

    await service.close();
    await expect(gatewayFetch('attribution', path)).rejects.toThrow();
    await probe.close();
    await identity.close();
  });

  it('that starts while Kafka is down serves requests, and is ready after its grace time', async () => {
    const identity = await openTestIdentity();
    const away = { KAFKA_BROKERS: '127.0.0.1:1', JOIN_GRACE_MS: '2000', LOG_LEVEL: 'silent' };
    const env = testEnv({ identityUrl: identity.url, ...away });
    const startedAt = performance.now();
    const service = await startService(
      { openDeps, app },
      readConfig(defineSettings('attribution', {}), env),
    );
    // Tries to reach Kafka go on for much longer.
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const ready = () => fetch(`${service.opsUrl}/health/ready`);
    expect(await (await ready()).json()).toMatchObject({ not_ready: ['consumers'] });
    const answered = await eventually(async () => {
      const { status } = await ready();
      return status === 200 ? status : undefined;
    });
    expect(answered).toBe(200);
    // Named, and no reason to take the instance out.
    await eventually(async () => {
      const body = (await (await ready()).json()) as { degraded: string[] };
      return body.degraded.includes('kafka') && !body.degraded.includes('redis');
    });
    const metrics = await (await fetch(`${service.opsUrl}/metrics`)).text();
    expect(metrics).toMatch(/tributary_degraded\{part="kafka",.*\} 1/);
    expect(
      (await gatewayFetch('attribution', `${service.url}/api/notes?kind=conflict`)).status,
    ).toBe(409);
    await service.close();
    await identity.close();
  });
});
