import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ClickCount,
  clicksCounted,
  conversionReversed,
  conversionTracked,
  type EventType,
  type FraudFactor,
  userRegistered,
  userSignedIn,
} from '@tributary/contracts';
import { type Consumer, type HandledEvent } from '@tributary/messaging';
import { openMongo } from '@tributary/mongo';
import {
  databaseOf,
  newId,
  openLog,
  openMetrics,
  openRedis,
  openServiceTokens,
} from '@tributary/service';
import { type AnyAttackName, type Traffic } from '@tributary/traffic';
import { DAY_MS } from '@tributary/units';
import { app } from '../../app.ts';
import { type Config } from '../../config.ts';
import { type Deps, openDeps } from '../../deps.ts';
import { isSuspicious } from '../../domain/fraud-analysis.ts';
import { assessPendingConversions } from '../../features/assess-pending-conversions/assess-pending-conversions.ts';
import { countsWithEvidence, deviceOf, serveTrackingClicks } from '../tracking-clicks.ts';

const BATCH_SIZE = 1_000;
const MAX_COUNTS = 1_000;
const UNCOUNTED = 'Not available: the affiliate’s orders are not counted';

/** A conversion's score beside the truth. */
export interface ScoredConversion {
  readonly conversionId: string;
  readonly at: Date;
  /** Days since the start of the world. */
  readonly day: number;
  readonly affiliateId: string | null;
  /** Null for honest conversions. */
  readonly attack: AnyAttackName | null;
  readonly fraudScore: number;
  readonly factors: readonly FraudFactor[];
}

export interface ScoredWorld {
  readonly scored: readonly ScoredConversion[];
  /** Honest affiliates that fraud-analysis reports as suspicious. */
  readonly wronglySuspected: number;
  /** Conversions scored without traffic counters, which a busy Redis causes and which lowers recall. */
  readonly uncounted: number;
}

const MAX_ATTEMPTS = 30;

/** Retries, as bus and workers do: most failures come from a busy engine. */
async function withRetries<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error;
      await sleep(1_000);
    }
  }
}

/** The service's stores in a separate namespace, with a clock that the world sets. */
async function openWorld(config: Config) {
  const time = { now: new Date(0) };
  const clock = { now: () => time.now };
  const log = openLog('attribution', 'error');
  const clicks = await serveTrackingClicks();
  const own = {
    ...config,
    namespace: `eval${randomBytes(4).toString('hex')}-`,
    grpcAddresses: { ...config.grpcAddresses, tracking: clicks.address },
  };
  const mongo = await openMongo({ url: own.mongoUrl, database: databaseOf(own), log, clock });
  const redis = await openRedis(own.redis, log);
  const metrics = openMetrics('attribution', 'both');
  const tokens = openServiceTokens(own.serviceIdentity);
  const deps = await openDeps(own, { mongo, redis, clock, newId, log, metrics, tokens });
  return {
    deps,
    clicks,
    setTime: (now: Date) => {
      time.now = now;
    },
    close: async (): Promise<void> => {
      const keys = await withRetries(() => redis.keys(`${own.namespace}*`));
      for (let at = 0; at < keys.length; at += BATCH_SIZE) {
        await withRetries(() => redis.del(...keys.slice(at, at + BATCH_SIZE)));
      }
      await mongo.connection.dropDatabase();
      await deps.close();
      await clicks.close();
      redis.disconnect();
      await mongo.close();
    },
  };
}

type World = Awaited<ReturnType<typeof openWorld>>;

/** Calls the service's consumers with events, as the bus does. */
function delivererOf(consumers: readonly Consumer[]) {
  return async <Data>(
    eventType: EventType<Data>,
    given: readonly { readonly data: Data; readonly at: Date }[],
  ): Promise<void> => {
    const events = given.map(({ data, at }): HandledEvent => ({
      id: newId(),
      type: eventType.type,
      data,
      occurredAt: at,
      correlationId: newId(),
    }));
    for (const each of consumers.filter((one) => one.eventType.type === eventType.type)) {
      if (each.mode === 'each')
        for (const event of events) await withRetries(() => each.handle(event));
      else
        for (let at = 0; at < events.length; at += BATCH_SIZE) {
          await withRetries(() => each.handle(events.slice(at, at + BATCH_SIZE)));
        }
    }
  };
}

const byDay = <Item>(items: readonly Item[], start: Date, at: (item: Item) => Date) =>
  Map.groupBy(items, (item) => Math.floor((at(item).getTime() - start.getTime()) / DAY_MS));

const dated = <Data>(items: readonly Data[] | undefined, at: (data: Data) => string) =>
  (items ?? [])
    .map((data) => ({ data, at: new Date(at(data)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());

/** Events of at most as many counts as the contract permits. */
const eventsOf = (all: readonly ClickCount[], at: Date) =>
  Array.from({ length: Math.ceil(all.length / MAX_COUNTS) }, (_, index) => ({
    data: { counts: all.slice(index * MAX_COUNTS, (index + 1) * MAX_COUNTS) },
    at,
  }));

/** Delivers clicks, orders and refunds day by day, because scores read whole earlier days. */
async function deliverWorld(
  { deps, clicks: tracked, setTime }: World,
  { world }: Traffic,
  start: Date,
): Promise<void> {
  const deliver = delivererOf(app(deps).consumers ?? []);
  const clicks = byDay(world.clicks, start, ({ occurredAt }) => new Date(occurredAt));
  const orders = byDay(world.conversions, start, ({ createdAt }) => new Date(createdAt));
  const refunds = byDay(world.refunds, start, ({ at }) => at);
  const assess = assessPendingConversions(deps);
  const usesDevices = world.campaign.attribution.fingerprintingEnabled;
  setTime(start);
  await deps.settings.save(world.campaign);
  await deliver(
    userRegistered,
    world.users.map((data) => ({ data, at: start })),
  );
  await deliver(
    userSignedIn,
    world.signIns.map(({ userId, ip, at }) => ({
      data: { userId, role: 'affiliate' as const, ip, signedInAt: at.toISOString() },
      at,
    })),
  );
  const first = Math.min(...clicks.keys());
  for (let day = first; day < world.days; day += 1) {
    setTime(new Date(start.getTime() + (day + 1) * DAY_MS));
    const clicked = clicks.get(day) ?? [];
    tracked.add(clicked.map((click) => ({ click, device: usesDevices ? deviceOf(click) : null })));
    const counts = countsWithEvidence(clicked, (ip) => deps.findNetwork(ip) !== null);
    await deliver(clicksCounted, eventsOf(counts, deps.clock.now()));
    await withRetries(() =>
      deps.traffic.refill(deps.clock.now(), (since) => deps.clicks.streamVisitors(since)),
    );
    await deliver(
      conversionTracked,
      dated(orders.get(day), ({ createdAt }) => createdAt),
    );
    setTime(new Date(deps.clock.now().getTime() + deps.config.ATTRIBUTION_SETTLE_MS));
    while (await withRetries(assess));
    const reversals = (refunds.get(day) ?? []).map(({ conversion, at }) => ({
      data: conversion,
      at,
    }));
    await deliver(conversionReversed, reversals);
  }
}

async function readScores(deps: Deps, traffic: Traffic, start: Date): Promise<ScoredWorld> {
  const { world, truth } = traffic;
  const scored: ScoredConversion[] = [];
  for (let at = 0; at < world.conversions.length; at += BATCH_SIZE) {
    const some = world.conversions.slice(at, at + BATCH_SIZE);
    const ids = some.map(({ conversionId }) => conversionId);
    const found = await withRetries(() => deps.assessments.findMany(ids));
    for (const { conversionId, convertedAt } of some) {
      const assessment = found.get(conversionId);
      if (assessment === undefined) throw new Error(`${conversionId} was not assessed`);
      const { affiliateId, fraudScore, factors } = assessment;
      const moment = new Date(convertedAt);
      scored.push({
        conversionId,
        at: moment,
        day: (moment.getTime() - start.getTime()) / DAY_MS,
        affiliateId,
        attack: truth.attacks.get(conversionId) ?? null,
        fraudScore,
        factors,
      });
    }
  }
  const to = new Date(start.getTime() + (world.days + 1) * DAY_MS);
  const { affiliates } = await deps.figures.sum({
    brandId: world.campaign.brandId,
    from: start,
    to,
  });
  const wronglySuspected = affiliates
    .filter(isSuspicious)
    .filter(({ affiliateId }) => truth.honestAffiliates.has(affiliateId)).length;
  const uncounted = scored.filter(({ factors }) =>
    factors.some(({ evidence }) => evidence === UNCOUNTED),
  ).length;
  return { scored, wronglySuspected, uncounted };
}

/** Runs a world through the service's own consumers and stores, and returns its scores. */
export async function runWorld(
  config: Config,
  traffic: Traffic,
  start: Date,
): Promise<ScoredWorld> {
  const opened = await openWorld(config);
  try {
    await deliverWorld(opened, traffic, start);
    return await readScores(opened.deps, traffic, start);
  } finally {
    await opened.close();
  }
}
