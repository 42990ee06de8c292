import { randomUUIDv7 } from 'node:crypto';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { openReceiver } from '../../testing/receiver.ts';
import { startWebhook } from '../../testing/start-webhook.ts';

const MESSAGES = 600;

it('sends each message once while nothing fails, with two instances', async () => {
  const webhook = await startWebhook({ WEBHOOK_TIMEOUT_SECONDS: '30' });
  const second = await webhook.startAnother();
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const receiver = await openReceiver();
  const brands = Array.from({ length: 5 }, () => ({ id: randomUUIDv7(), role: 'brand' as const }));
  for (const brand of brands) {
    await webhook.call('POST', '/api/webhooks/endpoints', brand, {
      url: receiver.url,
      events: ['conversion.tracked'],
    });
  }
  const events = Array.from({ length: MESSAGES }, (_, index) =>
    conversionTracked(aConversion({ brandId: brands[index % brands.length]!.id })),
  );
  for (let at = 0; at < MESSAGES; at += 100) await probe.publish(...events.slice(at, at + 100));

  const { counts } = webhook.deps();
  await eventually(
    async () => {
      const totals = await Promise.all(
        brands.map(({ id }) => counts.totalsByDay(id, '2000-01-01')),
      );
      const succeeded = totals.flat().reduce((sum, day) => sum + day.succeeded, 0);
      return succeeded === MESSAGES;
    },
    { timeoutMs: 90_000, everyMs: 200 },
  );
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(MESSAGES);
  expect(ids).toHaveLength(MESSAGES);

  await probe.close();
  await second.close();
  await webhook.close();
  await receiver.close();
}, 150_000);
