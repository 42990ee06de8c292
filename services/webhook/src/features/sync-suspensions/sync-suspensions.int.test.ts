import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked, type UserStatus, userStatusChanged } from '@tributary/contracts';
import {
  aConversion,
  aUser,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { openReceiver, type Receiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

describe('the messages of a suspended account', () => {
  let webhook: Awaited<ReturnType<typeof startWebhook>>;
  let second: Awaited<ReturnType<typeof webhook.startAnother>>;
  let probe: EventProbe;
  let receiver: Receiver;
  beforeAll(async () => {
    webhook = await startWebhook();
    second = await webhook.startAnother();
    probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  });
  beforeEach(async () => {
    receiver = await openReceiver();
  });
  afterEach(() => receiver.close());
  afterAll(async () => {
    await probe.close();
    await second.close();
    await webhook.close();
  });

  const aBrand = async () => {
    const who = { id: randomUUIDv7(), role: 'brand' as const };
    const events = ['conversion.tracked', 'brand.suspended', 'brand.verified'];
    const body = { url: receiver.url, events };
    const { id } = (await webhook.call('POST', '/api/webhooks/endpoints', who, body)).body.data;
    return { brandId: who.id, endpointId: id };
  };
  const setStatus = (userId: string, status: UserStatus, previousStatus: UserStatus) =>
    probe.publish(
      userStatusChanged({ ...aUser({ userId, role: 'brand', status }), previousStatus }),
    );
  const track = async (brandId: string, count: number): Promise<void> => {
    const orders = Array.from({ length: count }, () => conversionTracked(aConversion({ brandId })));
    await probe.publish(...orders);
  };
  const receivedOf = (event: string) =>
    receiver.received.filter(({ headers }) => headers['x-webhook-event'] === event);
  const pending = (endpointId: string) =>
    webhook.service.platform.mongo.connection
      .collection('deliveries')
      .find({ endpointId, status: 'retrying' })
      .toArray();

  it('wait, but for those about the suspension, and arrive once each after the reinstatement', async () => {
    const { brandId, endpointId } = await aBrand();
    await track(brandId, 1);
    await eventually(() => receivedOf('conversion.tracked').length === 1);
    await setStatus(brandId, 'suspended', 'active');
    await eventually(() => receivedOf('brand.suspended').length === 1);
    await eventually(async () => {
      const endpoint = await webhook.deps().endpoints.find(endpointId);
      return endpoint?.isSuspended === true;
    });
    await track(brandId, 40);
    await eventually(async () => {
      const waiting = await pending(endpointId);
      return waiting.length === 40 && waiting.every((one) => one['isHeldBack'] === true);
    });
    expect(receivedOf('conversion.tracked')).toHaveLength(1);

    await setStatus(brandId, 'verified', 'suspended');
    await eventually(() => receivedOf('conversion.tracked').length === 41);
    await eventually(async () => (await pending(endpointId)).length === 0);
    const ids = receivedOf('conversion.tracked').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(41);
    expect(ids).toHaveLength(41);
  });

  it('that a slow endpoint has not got yet wait as well', async () => {
    receiver.respondAfter(300);
    const { brandId, endpointId } = await aBrand();
    await track(brandId, 200);
    await eventually(() => receivedOf('conversion.tracked').length > 0);
    await setStatus(brandId, 'suspended', 'active');
    await eventually(async () => {
      const waiting = await pending(endpointId);
      return waiting.length > 0 && waiting.every((one) => one['isHeldBack'] === true);
    });
    const sent = receivedOf('conversion.tracked').length;
    expect(sent).toBeLessThan(200);
    // A queue that is due sends nothing of what is held back.
    await webhook.deps().queues.notify([endpointId], new Date());
    await track(brandId, 1);
    await eventually(async () => {
      const waiting = await pending(endpointId);
      return waiting.length === 201 - sent && waiting.every((one) => one['isHeldBack'] === true);
    });
    expect(receivedOf('conversion.tracked')).toHaveLength(sent);
    receiver.respondAfter(0);
    await setStatus(brandId, 'active', 'suspended');
    await eventually(() => receivedOf('conversion.tracked').length === 201);
    const ids = receivedOf('conversion.tracked').map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(201);
  });

  it('stay as they are where an older change of status arrives late', async () => {
    const { brandId, endpointId } = await aBrand();
    const { endpoints } = webhook.deps();
    const [before, after] = [new Date('2026-01-01'), new Date('2026-01-02')];
    expect(await endpoints.setSuspended(brandId, false, after)).toBe(false);
    expect(await endpoints.setSuspended(brandId, true, before)).toBe(false);
    expect((await endpoints.find(endpointId))?.isSuspended).not.toBe(true);
  });
});
