import { spawn } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { openReceiver } from './testing/receiver.ts';
import { startWebhook } from './testing/start-webhook.ts';

const MAIN = join(import.meta.dirname, 'main.ts');

/** Runs the service as a process of its own, to be killed. */
async function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, LOG_LEVEL: 'info', PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => output.includes('"started"'), { timeoutMs: 40_000 });
  return {
    kill: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.kill('SIGKILL');
      }),
  };
}

it('tries a delivery again whose worker was killed in the middle of it', async () => {
  const receiver = await openReceiver();
  receiver.answerNext('hang');
  const webhook = await startWebhook({
    WEBHOOK_LEASE_SECONDS: '2',
    WEBHOOK_TIMEOUT_SECONDS: '30',
  });
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const events = ['conversion.tracked'];
  const body = { url: receiver.url, events };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const path = `/api/webhooks/endpoints/${made.body.data.id}/events`;
  await webhook.stop();

  const victim = await startProcess(webhook.env);
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  await eventually(() => receiver.received.length === 1, { timeoutMs: 30_000 });
  await victim.kill();

  const survivor = await webhook.startAnother();
  await eventually(() => receiver.received.length === 2, { timeoutMs: 30_000 });
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

it('hands a delivery on that a stop cuts short', async () => {
  const receiver = await openReceiver();
  receiver.answerNext('hang');
  const webhook = await startWebhook({ WEBHOOK_TIMEOUT_SECONDS: '30' });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const body = { url: receiver.url, events: ['conversion.tracked'] };
  await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  await probe.publish(conversionTracked(aConversion({ brandId: who.id })));
  await eventually(() => receiver.received.length === 1);
  const started = performance.now();
  await webhook.stop();
  expect(performance.now() - started).toBeLessThan(10_000);
  const next = await webhook.startAnother();
  // At once: the lane was given back, no lease has to run out.
  await eventually(() => receiver.received.length === 2);
  await probe.close();
  await next.close();
  await receiver.close();
  await webhook.close();
}, 120_000);
