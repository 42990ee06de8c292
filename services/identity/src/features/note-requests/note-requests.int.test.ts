import { randomUUIDv7 } from 'node:crypto';
import { type GrpcClient, openGrpcClient } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import { identityEnv, openIdentity } from '../../testing/open-identity.ts';
import { KEPT_REQUESTS } from './note-requests.ts';

let identity: Awaited<ReturnType<typeof openIdentity>>;
let users: GrpcClient<'tributary.identity.v1.Users'>;
beforeAll(async () => {
  identity = await openIdentity(await identityEnv());
  const address = `127.0.0.1:${String(identity.grpcPort)}`;
  users = openGrpcClient('tributary.identity.v1.Users', address, tokensOf('gateway'));
});
afterAll(async () => {
  users.close();
  await identity.close();
});

const aRequest = (accountId: string) => ({
  id: randomUUIDv7(),
  accountId,
  apiKeyId: randomUUIDv7(),
  requestId: randomUUIDv7(),
  atMs: String(Date.now()),
  method: 'GET',
  path: '/api/brand/campaigns',
  operation: 'listCampaigns',
  status: 200,
  durationMs: 5,
  errorCode: '',
  leftOut: 0,
});
const note = (requests: readonly ReturnType<typeof aRequest>[]) =>
  users.call('NoteRequests', { requests: [...requests] }, { deadlineMs: 20_000, idempotent: true });
const rows = () => identity.platform.mongo.connection.collection('api_requests');

describe('the log of an account’s requests', () => {
  it('has each once, however often it is reported, with null for what is not known', async () => {
    const { user, access_token: token } = await identity.registered({ role: 'brand' });
    const left = { ...aRequest(user.id), status: 0, operation: '', errorCode: 'too_busy' };
    await Promise.all([note([left]), note([left, left])]);
    const path = `/api/auth/api-requests/${left.id}`;
    const { body } = await identity.call('GET', path, { token });
    expect(body).toMatchObject({
      id: left.id,
      status: null,
      operation: null,
      error_code: 'too_busy',
      api_key: { id: left.apiKeyId, name: null, last_characters: null },
    });
    expect(await rows().countDocuments({ accountId: user.id })).toBe(1);
  });

  it('keeps the newest thousand of each account', async () => {
    const { user } = await identity.registered({ role: 'brand' });
    const { user: other } = await identity.registered({ role: 'affiliate' });
    await note([aRequest(other.id)]);
    const made = Array.from({ length: KEPT_REQUESTS + 250 }, () => aRequest(user.id)).toSorted(
      (one, other) => (one.id < other.id ? -1 : 1),
    );
    for (let start = 0; start < made.length; start += 250)
      await note(made.slice(start, start + 250));
    const kept = await rows().find({ accountId: user.id }).sort({ _id: 1 }).toArray();
    expect(kept.map(({ _id: id }) => String(id))).toEqual(made.slice(250).map(({ id }) => id));
    expect(await rows().countDocuments({ accountId: other.id })).toBe(1);
  });
});
