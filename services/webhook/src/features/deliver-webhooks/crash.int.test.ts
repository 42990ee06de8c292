import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { collections } from '../../store/collections.ts';
import { openReceiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');

/** Runs the service as a separate process that can be killed. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, LOG_LEVEL: 'info', PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => output.includes('"started"'), { timeoutMs: 90_000 });
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

it('repeats a delivery whose worker was killed during the request', async () => {
  const receiver = await openReceiver();
  receiver.respondNext('hang');
  const webhook = await startWebhook({ WEBHOOK_TIMEOUT_SECONDS: '120' });
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const events = ['conversion.tracked'];
  const body = { url: receiver.url, events };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const path = `/api/webhooks/endpoints/${made.body.data.id}/events`;
  await webhook.stop();

  const victim = await startProcess(webhook.env);
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  await eventually(() => receiver.received.length === 1);
  await victim.kill();

  const survivor = await webhook.startAnother();
  // Let the lease of the killed process expire.
  const { connection } = survivor.platform.mongo;
  const queues = collections.queues.open(connection);
  const claimed = { owner: { $type: 'string' as const } };
  const expired = { $set: { leaseUntil: new Date() } };
  const { modifiedCount } = await queues.updateOne(claimed, expired);
  expect(modifiedCount).toBe(1);
  await eventually(() => receiver.received.length === 2);
  const [first, second] = receiver.received;
  expect(second!.body).toBe(first!.body);
  const answer = await eventually(async () => {
    const { data } = (await webhook.callAt(survivor.url, 'GET', path, who)).body;
    return data.events[0]?.status === 'success' ? data : undefined;
  });
  expect(answer).toMatchObject({ total: 1, events: [{ attempts: 1, response_code: 200 }] });

  await probe.close();
  await survivor.close();
  await receiver.close();
  await webhook.close();
}, 120_000);

it('leaves a delivery to another instance that a stop interrupts', async () => {
  const receiver = await openReceiver();
  receiver.respondNext('hang');
  const webhook = await startWebhook({
    WEBHOOK_TIMEOUT_SECONDS: '120',
    WEBHOOK_LEASE_SECONDS: '600',
  });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const body = { url: receiver.url, events: ['conversion.tracked'] };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  await eventually(() => receiver.received.length === 1);
  await webhook.stop();
  const next = await webhook.startAnother();
  // The queue was released: its lease would outlast the test.
  await eventually(() => receiver.received.length === 2);
  const { deliveries } = webhook.deps();
  const page = { statuses: ['success'], skip: 0, limit: 1 } as const;
  const row = await eventually(
    async () => (await deliveries.list(made.body.data.id, page)).documents[0],
  );
  // The aborted request does not count as an attempt.
  expect(row).toMatchObject({ attempts: 1, attemptLog: [{ responseCode: 200 }] });
  await probe.close();
  await next.close();
  await receiver.close();
  await webhook.close();
}, 120_000);
