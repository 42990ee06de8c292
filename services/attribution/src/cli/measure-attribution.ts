/**
 * `node services/attribution/src/cli/measure-attribution.ts [--seconds 15] [--rate 200] [--journeys 100000]`:
 * measures, on engines of the environment (else its own) and in a namespace of its own, what the domain
 * takes for one assessment, how long conversions wait for theirs at a steady rate, and what learning a
 * campaign takes in time and memory. Prints JSON.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type ConversionSnapshot, conversionTracked } from '@tributary/contracts';
import { openEngines, repositoryRoot } from '@tributary/engines';
import { newId, type Platform, startService } from '@tributary/service';
import { inventTraffic } from '@tributary/traffic';
import { MINUTE_MS, HOUR_MS, DAY_MS, MIB } from '@tributary/units';
import { app } from '../app.ts';
import { isPublicAddress } from '../assessing/networks.ts';
import { type Config, readAttributionConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';
import { decideAssessment } from '../domain/assessment.ts';
import { defaultSettings } from '../domain/attribution.ts';
import { journeyOf } from '../domain/journey.ts';
import { factOf } from '../domain/order-fact.ts';
import { trainModel } from '../features/train-models/train-models.ts';
import { noEvidence } from '../testing/no-evidence.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rate: { type: 'string', default: '200' },
    journeys: { type: 'string', default: '100000' },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
const AFFILIATES = Array.from({ length: 12 }, newId);
type Collection = ReturnType<Platform['mongo']['connection']['collection']>;

const quantile = (sorted: readonly number[], q: number): number =>
  Math.round((sorted[Math.floor(q * (sorted.length - 1))] ?? 0) * 1_000) / 1_000;
const spread = (values: number[]) => {
  const sorted = values.sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99), max: quantile(sorted, 1) };
};

const start = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 31 * DAY_MS);
const { world } = inventTraffic({ seed: 1, form: 'plain', start, hashEmail: (text) => text });

/** Milliseconds of attributing and scoring, each order among 600 others of its customer and address. */
function measureDomain() {
  const conversions = world.conversions.slice(0, 3_000);
  const facts = conversions.slice(0, 600).map(factOf);
  const took = conversions.map((conversion) => {
    const began = performance.now();
    const journey = journeyOf(conversion, [], defaultSettings);
    const evidence = {
      ofCustomer: facts,
      fromAddress: facts,
      ofDevice: facts,
      isBotAgent: false,
      isPublicAddress,
      lookbackWindowDays: 30,
      history: { reviewed: 50, rejected: 2 },
      refunds: { orders: 50, refunded: 2 },
      reuse: { orders: 50, reused: 2 },
      traffic: null,
      journey,
      navigated: true,
      networks: [],
      affiliate: null,
      looksAtDevices: true,
      isOtherDevice: false,
    };
    const given = { settings: defaultSettings, journey, visitorId: null, evidence };
    decideAssessment(conversion, given, { assessmentId: newId(), now: start });
    return performance.now() - began;
  });
  return { assessments: took.length, milliseconds: spread(took) };
}

/** Until how many conversions have their assessments, at most two minutes. */
async function untilAssessed(deps: Deps, ids: readonly string[]) {
  const until = performance.now() + 120_000;
  let found = await deps.assessments.findMany(ids);
  while (found.size < ids.length && performance.now() < until) {
    await sleep(500);
    found = await deps.assessments.findMany(ids);
  }
  return found;
}

type Publish = (conversion: ConversionSnapshot) => Promise<void>;

/** Conversions at a steady rate, acknowledged as they are published. @returns their ids */
async function publishFor(publish: Publish, seconds: number, rate: number): Promise<string[]> {
  const ids: string[] = [];
  const began = performance.now();
  for (let index = 0; index < seconds * rate; index += 1) {
    const dueMs = (index * 1_000) / rate;
    const aheadMs = dueMs - (performance.now() - began);
    if (aheadMs > 1) await sleep(aheadMs);
    const like = world.conversions[index % world.conversions.length];
    if (like === undefined) break;
    const conversionId = newId();
    const now = new Date().toISOString();
    ids.push(conversionId);
    void publish({ ...like, conversionId, convertedAt: now, createdAt: now, clickedAt: now });
  }
  return ids;
}

/** Nobody's assessments have been asked for yet in a service that just started: these seconds are not counted. */
const WARM_UP_SECONDS = 3;

/** When orders were taken in, by their conversion. */
async function listRecorded(facts: Collection, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await facts
    .find({ _id: { $in: [...ids] } as never }, { projection: { recordedAt: 1 } })
    .toArray();
  return new Map(rows.map((row) => [String(row._id), row['recordedAt'] as Date]));
}

/** From the moment a conversion was acknowledged to its assessment, and where the time went. */
async function measureDelay(deps: Deps, facts: Collection, publish: Publish) {
  const [seconds, rate] = [Number(values.seconds), Number(values.rate)];
  await untilAssessed(deps, await publishFor(publish, WARM_UP_SECONDS, rate));
  const usedBefore = process.cpuUsage();
  const ids = await publishFor(publish, seconds, rate);
  const found = await untilAssessed(deps, ids);
  const { user, system } = process.cpuUsage(usedBefore);
  const recorded = await listRecorded(facts, ids);
  const stages = [...found.values()].flatMap(({ conversionId, assessedAt, convertedAt }) => {
    const at = recorded.get(conversionId)?.getTime();
    if (at === undefined) return [];
    return [{ came: at - convertedAt.getTime(), settled: Date.parse(assessedAt) - at }];
  });
  const waits = [...found.values()].map(
    ({ assessedAt, convertedAt }) => Date.parse(assessedAt) - convertedAt.getTime(),
  );
  const within = waits.filter((ms) => ms <= 1_000).length;
  return {
    conversions: ids.length,
    assessed: found.size,
    per_second: rate,
    milliseconds: spread(waits),
    milliseconds_until_taken_in: spread(stages.map(({ came }) => came)),
    milliseconds_from_there: spread(stages.map(({ settled }) => settled)),
    processor_ms_per_conversion: Math.round((user + system) / ids.length / 10) / 100,
    within_one_second: `${((100 * within) / waits.length).toFixed(2)} %`,
  };
}

/** Visitors with one to five clicks by twelve affiliates, of whom about a quarter order. */
async function fillJourneys(deps: Deps, campaignId: string, journeys: number): Promise<void> {
  const PIECE = 5_000;
  for (let from = 0; from < journeys; from += PIECE) {
    const clicks = Array.from({ length: PIECE }, (_, index) => {
      const visitorId = newId();
      return Array.from({ length: 1 + ((from + index) % 5) }, (_click, step) => ({
        _id: newId(),
        visitorId,
        campaignId,
        affiliateId: AFFILIATES[(from + index * 7 + step * step) % AFFILIATES.length] ?? '',
        linkId: campaignId,
        occurredAt: new Date(start.getTime() + ((from + index) % 600) * HOUR_MS + step * MINUTE_MS),
        device: 'desktop',
        country: null,
        fingerprint: null,
        navigated: true,
      }));
    });
    await deps.touchpoints.add(clicks.flat());
    const [like] = world.conversions;
    if (like === undefined) return;
    const ordered = clicks.filter((_path, index) => index % 4 === 0);
    await deps.assessments.create(
      ordered.flatMap((path) => {
        const own = path.at(-1);
        if (own === undefined) return [];
        const conversion = {
          ...like,
          campaignId,
          conversionId: newId(),
          affiliateId: own.affiliateId,
          clickId: own._id,
          clickedAt: own.occurredAt.toISOString(),
          convertedAt: own.occurredAt.toISOString(),
        };
        const touches = path.map(({ _id: clickId, ...touch }) => ({ ...touch, clickId }));
        const journey = { touches, convertedAt: own.occurredAt };
        const evidence = { ...noEvidence, isPublicAddress, journey };
        const given = { settings: defaultSettings, journey, visitorId: own.visitorId, evidence };
        return [
          decideAssessment(conversion, given, { assessmentId: newId(), now: start }).assessment,
        ];
      }),
    );
  }
}

async function measureTraining(deps: Deps) {
  const campaignId = newId();
  const journeys = Number(values.journeys);
  await fillJourneys(deps, campaignId, journeys);
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  let longestPauseMs = 0;
  let last = performance.now();
  const pulse = setInterval(() => {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - last - 5);
    last = performance.now();
  }, 5);
  const began = performance.now();
  const trained = await trainModel(deps)(campaignId);
  const seconds = (performance.now() - began) / 1_000;
  clearInterval(watch);
  clearInterval(pulse);
  return {
    journeys: trained.journeys,
    conversions: trained.conversions,
    affiliates: AFFILIATES.length,
    seconds: Math.round(seconds * 100) / 100,
    rss_before_mb: Math.round(before / MIB),
    peak_rss_mb: Math.round(peak / MIB),
    longest_pause_of_the_process_ms: Math.round(longestPauseMs),
  };
}

const directory = `${repositoryRoot()}/.engines/evaluation`;
const engines = await openEngines({ directory, mode: 'test', log: say });
const config = readAttributionConfig({
  LOG_LEVEL: 'error',
  ...process.env,
  MONGO_URL: engines.mongoUrl,
  KAFKA_BROKERS: engines.kafkaBrokers,
  REDIS_URL: engines.redisUrl,
  NAMESPACE: `measure${randomBytes(4).toString('hex')}-`,
  HTTP_PORT: '0',
  GRPC_PORT: '0',
  OPS_PORT: '0',
});
const opened: Deps[] = [];
const service = await startService(
  {
    openDeps: async (given: Config, platform: Parameters<typeof openDeps>[1]) => {
      const deps = await openDeps(given, platform);
      opened.push(deps);
      return deps;
    },
    app,
  },
  config,
);
const [deps] = opened;
if (deps === undefined) throw new Error('The service did not open its deps');
const publisher = service.platform.bus.publisher();
const domain = measureDomain();
const facts = service.platform.mongo.connection.collection('order_facts');
const delay = await measureDelay(deps, facts, (c) => publisher.send(conversionTracked(c)));
const training = await measureTraining(deps);
process.stdout.write(`${JSON.stringify({ domain, delay, training }, null, 2)}\n`);
await publisher.close();
await service.platform.mongo.connection.dropDatabase();
await service.close();
await engines.close();
