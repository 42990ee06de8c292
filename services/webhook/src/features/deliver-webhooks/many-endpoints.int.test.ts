import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { startWebhook } from '../../testing/start-webhook.ts';

const ENDPOINTS = 200;
const EVENTS = 2;
/** Per hundred endpoints. */
const HANGING = 5;
const SLOW = 5;
const FAILING = 10;
const SLOW_MS = 3_000;
/** Longer than a slow machine takes, so that a timeout shows a queue that waits for another. */
const TIMEOUT_S = 200;

type Behavior = 'hangs' | 'slow' | 'fails' | 'succeeds';

function behaviorOf(endpoint: number): Behavior {
  const index = endpoint % 100;
  if (index < HANGING) return 'hangs';
  if (index < HANGING + SLOW) return 'slow';
  return index < HANGING + SLOW + FAILING ? 'fails' : 'succeeds';
}

/** One server for all endpoints; each has its own path and behavior. */
async function openMany() {
  const arrived = new Map<Behavior, string[]>();
  const server = createServer((req, res) => {
    const endpoint = Number(req.url?.slice(1));
    const behavior = behaviorOf(endpoint);
    const key = `${String(endpoint)} ${String(req.headers['webhook-id'])}`;
    arrived.set(behavior, [...(arrived.get(behavior) ?? []), key]);
    req.resume();
    if (behavior === 'hangs') return;
    res.statusCode = behavior === 'fails' ? 500 : 200;
    setTimeout(() => res.end(), behavior === 'slow' ? SLOW_MS : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    arrivedAt: (behavior: Behavior): readonly string[] => arrived.get(behavior) ?? [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('delivers to 200 endpoints, once and without delay, while a fifth of them hang, are slow or fail', async () => {
  const webhook = await startWebhook({
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_S),
    // No retry within the test, so each message arrives once.
    WEBHOOK_RETRY_BASE_SECONDS: '3600',
  });
  const probe = await openEventProbe(webhook.env, ['webhook.endpoints']);
  const many = await openMany();
  const who = { id: randomUUIDv7(), role: 'brand' as const };
  const body = { url: `${many.url}0`, events: ['conversion.tracked'] };
  const made = await webhook.call('POST', '/api/webhooks/endpoints', who, body);
  const { endpoints, secrets, newId } = webhook.deps();
  const first = await endpoints.get(made.body.data.id, who.id);
  await Promise.all(
    Array.from({ length: ENDPOINTS - 1 }, (_, index) => {
      const id = newId();
      const secret = secrets.encrypt('whsec_dGVzdA==', id);
      return endpoints.create({ ...first, id, url: `${many.url}${String(index + 1)}`, secret });
    }),
  );

  const events = Array.from({ length: EVENTS }, () =>
    conversionTracked(aConversion({ brandId: who.id })),
  );
  await probe.publish(...events);
  const share = (of: number): number => (ENDPOINTS / 100) * of * EVENTS;
  const succeeding = share(100 - HANGING - SLOW - FAILING);
  // All messages arrive before the first hanging request times out, so none waits for one.
  await eventually(() => many.arrivedAt('succeeds').length >= succeeding, {
    timeoutMs: TIMEOUT_S * 1_000,
  });
  await eventually(() => many.arrivedAt('slow').length >= share(SLOW));
  await eventually(() => many.arrivedAt('fails').length >= share(FAILING));
  await eventually(() => many.arrivedAt('hangs').length >= share(HANGING));

  for (const behavior of ['succeeds', 'slow', 'fails', 'hangs'] as const) {
    const arrived = many.arrivedAt(behavior);
    expect(new Set(arrived).size).toBe(arrived.length);
  }
  expect(many.arrivedAt('succeeds')).toHaveLength(succeeding);

  await probe.close();
  many.close();
  await webhook.close();
}, 360_000);
