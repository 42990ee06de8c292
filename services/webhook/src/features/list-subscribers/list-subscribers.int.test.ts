import { randomUUIDv7 } from 'node:crypto';
import { openGrpcClient } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import { startWebhook } from '../../testing/start-webhook.ts';

const CALL = { deadlineMs: 10_000, idempotent: true } as const;

let webhook: Awaited<ReturnType<typeof startWebhook>>;
beforeAll(async () => {
  webhook = await startWebhook();
});
afterAll(() => webhook.close());

const brand = () => ({ id: randomUUIDv7(), role: 'brand' as const });
const url = 'https://127.0.0.1:9/hook';

async function register(who: { id: string; role: 'brand' | 'admin' }, events: readonly string[]) {
  const body = { url, events };
  const answered = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  expect(answered.status).toBe(200);
  return `/api/webhooks/endpoints/${answered.body.data.id}`;
}

describe('the subscribers of an event', () => {
  it('are the owners of its endpoints, each once, switched-off ones included; all where an administrator is one', async () => {
    const [one, other, none] = [brand(), brand(), brand()];
    const client = openGrpcClient(
      'tributary.webhook.v1.Endpoints',
      `127.0.0.1:${String(webhook.service.grpcPort)}`,
      tokensOf('tracking'),
    );
    const list = (event = 'link.clicked') => client.call('ListSubscribers', { event }, CALL);
    expect(await list()).toEqual({ ownerIds: [], all: false });
    await register(one, ['link.clicked', 'conversion.tracked']);
    await register(one, ['link.clicked']);
    const off = await register(other, ['link.clicked']);
    await register(none, ['conversion.tracked']);
    await webhook.call('PUT', off, other, { active: false });
    const { ownerIds, all } = await list();
    expect([ownerIds.toSorted(), all]).toEqual([[one.id, other.id].toSorted(), false]);
    expect(await list('no.event')).toEqual({ ownerIds: [], all: false });
    await register({ id: randomUUIDv7(), role: 'admin' }, ['link.clicked']);
    expect((await list()).all).toBe(true);
    client.close();
  });
});
