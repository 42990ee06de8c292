/**
 * Webhook deliveries with all their bookkeeping, against undici pools that post the same signed bodies
 * to the same sink and keep no books; and the time from an event to its first attempt at a steady pace.
 */
import { createHmac, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { conversionDisputed, conversionTracked } from '@tributary/contracts';
import { type DirectEvent, openBus } from '@tributary/messaging';
import { openLog } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { Agent } from 'undici';
import { median } from './load.ts';
import { type Bench } from './paths.ts';
import { say } from './report.ts';
import { subscribe } from './stage.ts';

const ENDPOINTS = 16;
const EVENTS = 500;
const IN_FLIGHT = 64;
/** Well below what the whole manages, as a wait in a queue that only grows says nothing. */
const PACED = { perSecond: 100, seconds: 10, endpoints: 4 };
const GIVE_UP_S = 180;

interface Arrival {
  readonly at: number;
  readonly saidAt: number;
  /** Its endpoint and its webhook id. */
  readonly key: string;
}

/** Answers all at once and notes when each came. */
async function openSink() {
  let arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
      const key = `${request.url ?? ''} ${String(request.headers['x-webhook-id'])}`;
      arrivals.push({ at: Date.now(), saidAt: Date.parse(timestamp), key });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    /** What came since the last time. */
    take: (): Arrival[] => {
      const taken = arrivals;
      arrivals = [];
      return taken;
    },
    count: () => arrivals.length,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
type Sink = Awaited<ReturnType<typeof openSink>>;

const rateOf = (arrivals: readonly Arrival[]): number => {
  const [first, last] = [arrivals[0]?.at ?? 0, arrivals.at(-1)?.at ?? 0];
  return (arrivals.length - 1) / (Math.max(1, last - first) / 1_000);
};

/** The same number of signed posts by bare undici. */
async function baseRate(sink: Sink, posts: number): Promise<number> {
  const agent = new Agent({ connections: IN_FLIGHT, pipelining: 1 });
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < posts) {
      next += 1;
      const timestamp = new Date().toISOString();
      const body = JSON.stringify({ id: randomUUIDv7(), timestamp, data: aConversion() });
      const signature = createHmac('sha256', 'whsec_bench').update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
      const { origin } = new URL(sink.url);
      const answer = await agent.request({ origin, path: '/', method: 'POST', headers, body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  await agent.close();
  return rateOf(sink.take());
}

async function arrived(sink: Sink, count: number): Promise<void> {
  const until = performance.now() + GIVE_UP_S * 1_000;
  while (sink.count() < count && performance.now() < until) await pause(20);
  // Anything doubled would come now.
  await quiet(sink, 500);
}

async function quiet(sink: Sink, forMs: number): Promise<void> {
  for (let before = -1; before < sink.count();) {
    before = sink.count();
    await pause(forMs);
  }
}

const doublesOf = (arrivals: readonly Arrival[]): number =>
  arrivals.length - new Set(arrivals.map(({ key }) => key)).size;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

type Tell = (count: number) => Promise<void>;

async function measurePace(sink: Sink, tell: Tell): Promise<void> {
  const { perSecond, seconds, endpoints } = PACED;
  for (let tick = 0; tick < seconds * 10; tick += 1) {
    await Promise.all([tell(perSecond / 10), pause(100)]);
  }
  await arrived(sink, perSecond * seconds * endpoints);
  const waits = sink
    .take()
    .map(({ at, saidAt }) => at - saidAt)
    .toSorted((a, b) => a - b);
  say(
    `  at ${String(perSecond)} events/s to ${String(endpoints)} endpoints: from the event to its first attempt ` +
      `p50 ${quantile(waits, 0.5).toFixed(0)}, p95 ${quantile(waits, 0.95).toFixed(0)} ms (goal p95 ≤ 500); ${String(waits.length)} arrived`,
  );
}

interface Rates {
  readonly base: number[];
  readonly product: number[];
}

/** Bare posts and deliveries in turns. */
async function measureRates(sink: Sink, tell: Tell, repetitions: number): Promise<Rates> {
  const rates: Rates = { base: [], product: [] };
  for (let round = 0; round < repetitions; round += 1) {
    rates.base.push(await baseRate(sink, EVENTS * ENDPOINTS));
    await tell(EVENTS);
    await arrived(sink, EVENTS * ENDPOINTS);
    const arrivals = sink.take();
    rates.product.push(rateOf(arrivals));
    const wanted = EVENTS * ENDPOINTS;
    if (arrivals.length !== wanted)
      say(
        `  ${String(arrivals.length)} of ${String(wanted)} ARRIVED, ${doublesOf(arrivals)} twice`,
      );
  }
  return rates;
}

export async function measureDeliveries(bench: Bench): Promise<void> {
  const { engines, namespace, stage, system, asked } = bench;
  const sink = await openSink();
  const { url } = sink;
  await subscribe(system.baseUrl, stage, {
    url,
    endpoints: ENDPOINTS,
    event: 'conversion.tracked',
  });
  const brokers = engines.kafkaBrokers.split(',');
  const log = openLog('webhook', 'error');
  const bus = openBus({ brokers, clientId: 'bench', log, topicPrefix: namespace });
  const publisher = bus.publisher({ maxQueued: 20_000, retryForMs: 30_000 });
  const one = () => aConversion({ brandId: stage.brandId });
  const tellOf =
    (make: () => DirectEvent): Tell =>
    async (count) => {
      const occurredAt = new Date();
      const events = Array.from({ length: count }, () => ({ ...make(), occurredAt }));
      await Promise.all(events.map((event) => publisher.send(event)));
    };
  const tell = tellOf(() => conversionTracked(one()));
  // Compiled code and open connections first.
  await tell(50);
  await arrived(sink, 50 * ENDPOINTS);
  // Orders of the measurements before this one are told of as well.
  await quiet(sink, 3_000);
  sink.take();
  const rates = await measureRates(sink, tell, asked.repetitions);
  const [base, product] = [median(rates.base), median(rates.product)];
  say(
    `${'webhook deliveries, fanned out from Kafka'.padEnd(48)} ${(product / base).toFixed(2).padStart(6)}   goal ≥ 0.35 or 1,000/s   ` +
      `${product.toFixed(0)}/s against ${base.toFixed(0)}/s`,
  );
  await subscribe(system.baseUrl, stage, {
    url,
    endpoints: PACED.endpoints,
    event: 'conversion.disputed',
  });
  const dispute = { reason: 'not the order', disputedBy: randomUUIDv7() };
  await measurePace(
    sink,
    tellOf(() => conversionDisputed({ ...one(), ...dispute })),
  );
  await bus.close();
  sink.close();
}
