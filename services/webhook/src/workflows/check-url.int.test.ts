import { randomUUIDv7 } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { eventually } from '@tributary/testing';
import { newDelivery } from '../domain/new-delivery.ts';
import { refusedTargets } from '../testing/refused-targets.ts';
import { startWebhook } from '../testing/start-webhook.ts';

const events = ['conversion.tracked'];

describe('a URL that must not be called', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let canary: Server;
  let visits = 0;
  beforeAll(async () => {
    webhook = await startWebhook({ WEBHOOK_ALLOW_PRIVATE: 'false' });
    canary = createServer((socket) => {
      visits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    await webhook.close();
    canary.close();
  });

  /** The listed targets, and the canary in several spellings. */
  const targets = (): string[] => {
    const port = String((canary.address() as AddressInfo).port);
    const hosts = ['127.0.0.1', '127.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost'];
    return [...refusedTargets, ...hosts.map((host) => `https://${host}:${port}/`)];
  };
  /** The responses that are not a refusal. */
  const notRefused = async (call: (url: string) => ReturnType<typeof webhook.call>) => {
    const callWith = async (url: string) => ({ url, ...(await call(url)) });
    const responses = await Promise.all(targets().map(callWith));
    return responses.filter(({ status }) => status !== 400);
  };

  it('is refused when an endpoint is created, updated or subscribed', async () => {
    const who = { id: randomUUIDv7(), role: 'brand' as const };
    const good = { url: 'https://93.184.216.34/hook', events };
    const made = await webhook.call('POST', '/api/webhooks/endpoints', who, good);
    expect(made.status).toBe(200);
    const path = `/api/webhooks/endpoints/${made.body.data.id}`;
    const create = (url: string) =>
      webhook.call('POST', '/api/webhooks/endpoints', who, { url, events });
    const subscribe = (hookUrl: string) =>
      webhook.call('POST', '/api/webhooks/subscribe', who, { hookUrl, event: events[0] });
    expect(await notRefused(create)).toEqual([]);
    expect(await notRefused((url) => webhook.call('PUT', path, who, { url }))).toEqual([]);
    expect(await notRefused(subscribe)).toEqual([]);
    const { endpoints } = (await webhook.call('GET', '/api/webhooks/endpoints', who)).body.data;
    expect(endpoints.map(({ url }) => url)).toEqual([good.url]);
    expect(visits).toBe(0);
  });

  it('is refused when a postback is created', async () => {
    const who = { id: randomUUIDv7(), role: 'affiliate' as const };
    const create = (url: string) => webhook.call('POST', '/api/webhooks/postbacks', who, { url });
    expect(await notRefused(create)).toEqual([]);
    expect(visits).toBe(0);
  });

  /** Creates an endpoint with a URL that was allowed once; returns its id. */
  const endpointAt = async (ownerId: string, url: string): Promise<string> => {
    const who = { id: ownerId, role: 'brand' as const };
    const body = { url: 'https://93.184.216.34/hook', events };
    const { id } = (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data;
    await webhook.deps().endpoints.update(id, ownerId, { url }, new Date());
    return id;
  };

  it('is called neither by a test nor by a delivery, which fails at once', async () => {
    const who = { id: randomUUIDv7(), role: 'brand' as const };
    const port = String((canary.address() as AddressInfo).port);
    for (const url of [
      `https://127.0.0.1:${port}/`,
      'https://[::ffff:7f00:1]/',
      'https://10.0.0.5/',
    ]) {
      const id = await endpointAt(who.id, url);
      const path = `/api/webhooks/endpoints/${id}`;
      const test = await webhook.call('POST', `${path}/test`, who, { event_type: events[0] });
      expect(test.body.data).toMatchObject({ status: 'failed', response_code: null });

      const ids = { id: randomUUIDv7(), endpointId: id, ownerId: who.id, messageId: 'm' };
      const what = { eventType: 'conversion.tracked' as const, body: '{}', correlationId: 'c' };
      await webhook.deps().deliveries.addNew([newDelivery({ ...ids, ...what }, true, new Date())]);
      await webhook.deps().queues.notify([id], new Date());
      const delivery = await eventually(async () => {
        const row = await webhook.deps().deliveries.get(ids.id, id);
        return row.status === 'retrying' ? undefined : row;
      });
      expect(delivery).toMatchObject({ status: 'failed', attempts: 1, responseBody: null });
    }
    expect(visits).toBe(0);
  });
});
