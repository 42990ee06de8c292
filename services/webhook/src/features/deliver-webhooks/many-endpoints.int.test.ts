import { randomUUIDv7 } from 'node:crypto';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { conversionTracked } from '@tributary/contracts';
import { aConversion, eventually, openEventProbe } from '@tributary/testing';
import { startWebhook } from '../../testing/start-webhook.ts';

const ENDPOINTS = 500;
const EVENTS = 2;
/** Of each hundred endpoints. */
const HANGING = 5;
const SLOW = 5;
const FAILING = 10;
const SLOW_MS = 3_000;
/** Long, so that a slow machine is told from a lane that waits. */
const TIMEOUT_S = 200;

type Manner = 'hangs' | 'slow' | 'fails' | 'well';

function mannerOf(endpoint: number): Manner {
  const place = endpoint % 100;
  if (place < HANGING) return 'hangs';
  if (place < HANGING + SLOW) return 'slow';
  return place < HANGING + SLOW + FAILING ? 'fails' : 'well';
}

/** One server that stands for all endpoints; each has a path and a manner of its own. */
async function openMany() {
  const arrived = new Map<Manner, string[]>();
  const server = createServer((req, res) => {
    const endpoint = Number(req.url?.slice(1));
    const manner = mannerOf(endpoint);
    const key = `${String(endpoint)} ${String(req.headers['webhook-id'])}`;
    arrived.set(manner, [...(arrived.get(manner) ?? []), key]);
    req.resume();
    if (manner === 'hangs') return;
    res.statusCode = manner === 'fails' ? 500 : 200;
    setTimeout(() => res.end(), manner === 'slow' ? SLOW_MS : 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    arrivedAt: (manner: Manner): readonly string[] => arrived.get(manner) ?? [],
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('sends to 500 endpoints while a fifth of them hang, are slow or fail, each once and none late', async () => {
  const webhook = await startWebhook({
    WEBHOOK_TIMEOUT_SECONDS: String(TIMEOUT_S),
    // No retry in a test's time: each arrives once.
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
      const secret = secrets.seal('whsec_dGVzdA==', id);
      return endpoints.create({ ...first, id, url: `${many.url}${String(index + 1)}`, secret });
    }),
  );

  const events = Array.from({ length: EVENTS }, () =>
    conversionTracked(aConversion({ brandId: who.id })),
  );
  await probe.publish(...events);
  const share = (of: number): number => (ENDPOINTS / 100) * of * EVENTS;
  const well = share(100 - HANGING - SLOW - FAILING);
  // None waits for a request that hangs: all arrive before the first of those is given up.
  await eventually(() => many.arrivedAt('well').length >= well, { timeoutMs: TIMEOUT_S * 1_000 });
  await eventually(() => many.arrivedAt('slow').length >= share(SLOW));
  await eventually(() => many.arrivedAt('fails').length >= share(FAILING));
  await eventually(() => many.arrivedAt('hangs').length >= share(HANGING));

  for (const manner of ['well', 'slow', 'fails', 'hangs'] as const) {
    const arrived = many.arrivedAt(manner);
    expect(new Set(arrived).size).toBe(arrived.length);
  }
  expect(many.arrivedAt('well')).toHaveLength(well);

  await probe.close();
  many.close();
  await webhook.close();
}, 360_000);
