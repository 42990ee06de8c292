import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { openReceiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

/** The documented delays before attempts 2 to 10, in seconds. */
const DOCUMENTED = [60, 120, 240, 480, 960, 1_920, 3_600, 3_600, 3_600];
const JITTER = 0.1;

it('makes ten attempts at the documented times, on a simulated clock', async () => {
  const began = Date.now();
  let aheadMs = 0;
  const clock = { now: () => new Date(Date.now() + aheadMs) };
  const webhook = await startWebhook({ WEBHOOK_RETRY_BASE_SECONDS: '60' }, clock);
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const receiver = await openReceiver();
  receiver.respondAlways(503);
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const body = { url: receiver.url, events: ['conversion.tracked'] };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const { id } = made.body.data;
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));

  const { deliveries, deliverySignal, queues } = webhook.deps();
  for (let attempt = 1; attempt <= DOCUMENTED.length; attempt += 1) {
    // A jump of the clock while the queue is claimed would end its lease and repeat the attempt.
    const due = await eventually(async () => {
      const queue = await queues.find(id);
      const next = await deliveries.findNextDue(id);
      const isNext = receiver.received.length === attempt && next !== null;
      return isNext && next > clock.now() && queue?.owner === null ? next : undefined;
    });
    // A millisecond earlier it is not due.
    expect(
      await deliveries.listDue(id, new Date(due.getTime() - 1), { limit: 1, except: [] }),
    ).toEqual([]);
    aheadMs += due.getTime() - clock.now().getTime();
    deliverySignal.notify();
  }
  const path = `/api/webhooks/endpoints/${id}/dead-letters`;
  const dead = await eventually(async () => {
    const { data } = (await webhook.call('GET', path, who)).body;
    return data.events[0];
  });
  expect(dead).toMatchObject({ status: 'failed', attempts: 10 });
  const log = (dead as unknown as { attempt_log: { at: string }[] }).attempt_log;
  const times = log.map(({ at }) => Date.parse(at));
  const delays = times.slice(1).map((at, index) => (at - (times[index] ?? 0)) / 1_000);
  // The delays include the duration of the attempts and the worker's poll interval.
  const realS = (Date.now() - began) / 1_000;
  for (const [index, documented] of DOCUMENTED.entries()) {
    expect(delays[index]).toBeGreaterThanOrEqual(documented * (1 - JITTER) - 0.001);
    expect(delays[index]).toBeLessThanOrEqual(documented * (1 + JITTER) + realS);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await probe.close();
  await receiver.close();
  await webhook.close();
}, 120_000);

it('reads a queue again at once whose lease expired during a request', async () => {
  const receiver = await openReceiver();
  // As if the process had been suspended for hours when the first request arrived.
  const clock = {
    now: () => new Date(Date.now() + (receiver.received.length > 0 ? 36_000_000 : 0)),
  };
  const webhook = await startWebhook({ WEBHOOK_LEASE_SECONDS: '600' }, clock);
  // Long enough for several polls on a slow machine.
  receiver.respondAfter(4_000);
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const body = { url: receiver.url, events: ['conversion.tracked'] };
  await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  // The outcome of the first request is unknown, so it is sent again, without waiting for the next lease.
  await eventually(() => receiver.received.length >= 2, { timeoutMs: 60_000 });
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await probe.close();
  await receiver.close();
  await webhook.close();
}, 120_000);
