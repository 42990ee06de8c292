/**
 * Webhook deliveries with their records, compared with undici pools that post the same signed bodies to
 * the same sink and record nothing; and the time from an event to its first attempt at a steady rate.
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
import { type Bench } from './bench.ts';
import { print } from './report.ts';
import { subscribe } from './fixture.ts';

const ENDPOINTS = 16;
const EVENTS = 500;
const IN_FLIGHT = 64;
/** Well below capacity, because the wait in a queue that only grows measures nothing. */
const STEADY_LOAD = { perSecond: 100, seconds: 10, endpoints: 4 };
const ARRIVAL_TIMEOUT_S = 180;

interface Arrival {
  readonly at: number;
  readonly eventAt: number;
  /** The endpoint and the webhook id. */
  readonly key: string;
}

/** Opens a server that answers every request at once and records its time. */
async function openSink() {
  let arrivals: Arrival[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { timestamp } = JSON.parse(Buffer.concat(chunks).toString()) as { timestamp: string };
      const key = `${request.url ?? ''} ${String(request.headers['x-webhook-id'])}`;
      arrivals.push({ at: Date.now(), eventAt: Date.parse(timestamp), key });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}/`,
    /** The arrivals since the last call. */
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

/** Measures the rate of the same signed posts by bare undici. */
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

async function waitForArrivals(sink: Sink, count: number): Promise<void> {
  const until = performance.now() + ARRIVAL_TIMEOUT_S * 1_000;
  while (sink.count() < count && performance.now() < until) await pause(20);
  // A duplicate would arrive now.
  await waitUntilQuiet(sink, 500);
}

async function waitUntilQuiet(sink: Sink, forMs: number): Promise<void> {
  for (let before = -1; before < sink.count();) {
    before = sink.count();
    await pause(forMs);
  }
}

const duplicatesIn = (arrivals: readonly Arrival[]): number =>
  arrivals.length - new Set(arrivals.map(({ key }) => key)).size;

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

type PublishEvents = (count: number) => Promise<void>;

async function measureDelay(
  { scorecard }: Bench,
  sink: Sink,
  publish: PublishEvents,
): Promise<void> {
  const { perSecond, seconds, endpoints } = STEADY_LOAD;
  for (let tick = 0; tick < seconds * 10; tick += 1) {
    await Promise.all([publish(perSecond / 10), pause(100)]);
  }
  await waitForArrivals(sink, perSecond * seconds * endpoints);
  const waits = sink
    .take()
    .map(({ at, eventAt }) => at - eventAt)
    .toSorted((a, b) => a - b);
  const wanted = perSecond * seconds * endpoints;
  const [p50, value] = [quantile(waits, 0.5), quantile(waits, 0.95)];
  scorecard.record('deliveryDelay', {
    product: `p50 ${p50.toFixed(0)}, p95 ${value.toFixed(0)} ms`,
    value,
    wrong: waits.length === wanted ? undefined : `${String(waits.length)} of ${String(wanted)}`,
  });
}

interface Rates {
  readonly base: number[];
  readonly product: number[];
}

/** Measures bare posts and deliveries alternately. */
async function measureRates(
  sink: Sink,
  publish: PublishEvents,
  repetitions: number,
): Promise<Rates> {
  const rates: Rates = { base: [], product: [] };
  for (let round = 0; round < repetitions; round += 1) {
    rates.base.push(await baseRate(sink, EVENTS * ENDPOINTS));
    await publish(EVENTS);
    await waitForArrivals(sink, EVENTS * ENDPOINTS);
    const arrivals = sink.take();
    rates.product.push(rateOf(arrivals));
    const wanted = EVENTS * ENDPOINTS;
    if (arrivals.length !== wanted)
      print(
        `  ${String(arrivals.length)} of ${String(wanted)} ARRIVED, ${duplicatesIn(arrivals)} twice`,
      );
  }
  return rates;
}

export async function measureDeliveries(bench: Bench): Promise<void> {
  const { engines, namespace, fixture, system, runOptions } = bench;
  const sink = await openSink();
  const { url } = sink;
  await subscribe(system.baseUrl, fixture, {
    url,
    endpoints: ENDPOINTS,
    event: 'conversion.tracked',
  });
  const brokers = engines.kafkaBrokers.split(',');
  const log = openLog('webhook', 'error');
  const bus = openBus({ brokers, clientId: 'bench', log, topicPrefix: namespace });
  const publisher = bus.publisher({ maxQueued: 20_000, retryForMs: 30_000 });
  const newConversion = () => aConversion({ brandId: fixture.brandId });
  const publishOf =
    (make: () => DirectEvent): PublishEvents =>
    async (count) => {
      const occurredAt = new Date();
      const events = Array.from({ length: count }, () => ({ ...make(), occurredAt }));
      await Promise.all(events.map((event) => publisher.send(event)));
    };
  const publish = publishOf(() => conversionTracked(newConversion()));
  // Warm-up: compiled code and open connections.
  await publish(50);
  await waitForArrivals(sink, 50 * ENDPOINTS);
  // Events of earlier measurements arrive as well.
  await waitUntilQuiet(sink, 3_000);
  sink.take();
  const rates = await measureRates(sink, publish, runOptions.repetitions);
  const [base, product] = [median(rates.base), median(rates.product)];
  bench.scorecard.record('deliveries', {
    base: `${base.toFixed(0)}/s`,
    product: `${product.toFixed(0)}/s`,
    ratio: product / base,
    perSecond: product,
  });
  await subscribe(system.baseUrl, fixture, {
    url,
    endpoints: STEADY_LOAD.endpoints,
    event: 'conversion.disputed',
  });
  const dispute = { reason: 'not the order', disputedBy: randomUUIDv7() };
  await measureDelay(
    bench,
    sink,
    publishOf(() => conversionDisputed({ ...newConversion(), ...dispute })),
  );
  await bus.close();
  sink.close();
}
