import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  clickRecorded,
  conversionReversed,
  conversionTracked,
  type EventType,
  type FraudFactor,
  userRegistered,
  userSignedIn,
} from '@tributary/contracts';
import { type Consumer, type HandledEvent } from '@tributary/messaging';
import { openMongo } from '@tributary/mongo';
import { databaseOf, newId, openLog, openMetrics, openRedis } from '@tributary/service';
import { type AttackName, type Traffic } from '@tributary/traffic';
import { DAY_MS } from '@tributary/units';
import { app } from '../../app.ts';
import { type Config } from '../../config.ts';
import { type Deps, openDeps } from '../../deps.ts';
import { isSuspicious } from '../../domain/fraud-analysis.ts';
import { assessPendingConversions } from '../../features/assess-pending-conversions/assess-pending-conversions.ts';

const AT_ONCE = 1_000;
const UNCOUNTED = 'Not available: the affiliate’s orders are not counted';

/** A conversion as it was scored, beside what it truly was. */
export interface Judged {
  readonly conversionId: string;
  readonly at: Date;
  /** Days since the world began. */
  readonly day: number;
  readonly affiliateId: string | null;
  /** Null where it is honest. */
  readonly attack: AttackName | null;
  readonly fraudScore: number;
  readonly factors: readonly FraudFactor[];
}

export interface JudgedWorld {
  readonly judged: readonly Judged[];
  /** Honest affiliates that fraud-analysis calls suspicious. */
  readonly wronglySuspected: number;
  /** Scored while the traffic counters could not be read: engines that are too busy cost recall. */
  readonly uncounted: number;
}

const TRIES = 30;

/** As bus and workers do: what fails, mostly because an engine is too busy, is done again. */
async function untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await sleep(1_000);
    }
  }
}

/** The service's stores in a namespace of its own, with a clock that the world sets. */
async function openWorld(config: Config) {
  const time = { now: new Date(0) };
  const clock = { now: () => time.now };
  const log = openLog('attribution', 'error');
  const own = { ...config, namespace: `eval${randomBytes(4).toString('hex')}-` };
  const mongo = await openMongo({ url: own.mongoUrl, database: databaseOf(own), log, clock });
  const redis = await openRedis(own.redisUrl, log);
  const metrics = openMetrics('attribution');
  const deps = await openDeps(own, { mongo, redis, clock, newId, log, metrics });
  return {
    deps,
    setTime: (now: Date) => {
      time.now = now;
    },
    close: async (): Promise<void> => {
      const keys = await untilDone(() => redis.keys(`${own.namespace}*`));
      for (let at = 0; at < keys.length; at += AT_ONCE) {
        await untilDone(() => redis.del(...keys.slice(at, at + AT_ONCE)));
      }
      await mongo.connection.dropDatabase();
      await deps.close();
      redis.disconnect();
      await mongo.close();
    },
  };
}

/** Hands events to whatever of the service consumes their type, as the bus would. */
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
        for (const event of events) await untilDone(() => each.handle(event));
      else
        for (let at = 0; at < events.length; at += AT_ONCE) {
          await untilDone(() => each.handle(events.slice(at, at + AT_ONCE)));
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

/** Day by day: clicks, then the orders, then what was taken back. Scores look at whole days before. */
async function live(
  deps: Deps,
  { world }: Traffic,
  start: Date,
  setTime: (now: Date) => void,
): Promise<void> {
  const deliver = delivererOf(app(deps).consumers ?? []);
  const clicks = byDay(world.clicks, start, ({ occurredAt }) => new Date(occurredAt));
  const orders = byDay(world.conversions, start, ({ createdAt }) => new Date(createdAt));
  const refunds = byDay(world.refunds, start, ({ at }) => at);
  const assess = assessPendingConversions(deps);
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
    await deliver(
      clickRecorded,
      dated(clicks.get(day), ({ occurredAt }) => occurredAt),
    );
    await untilDone(() => deps.traffic.refill(deps.clock.now()));
    await deliver(
      conversionTracked,
      dated(orders.get(day), ({ createdAt }) => createdAt),
    );
    setTime(new Date(deps.clock.now().getTime() + deps.config.ATTRIBUTION_SETTLE_MS));
    while (await untilDone(assess));
    const taken = (refunds.get(day) ?? []).map(({ conversion, at }) => ({ data: conversion, at }));
    await deliver(conversionReversed, taken);
  }
}

async function judge(deps: Deps, traffic: Traffic, start: Date): Promise<JudgedWorld> {
  const { world, truth } = traffic;
  const judged: Judged[] = [];
  for (let at = 0; at < world.conversions.length; at += AT_ONCE) {
    const some = world.conversions.slice(at, at + AT_ONCE);
    const ids = some.map(({ conversionId }) => conversionId);
    const found = await untilDone(() => deps.assessments.findMany(ids));
    for (const { conversionId, convertedAt } of some) {
      const assessment = found.get(conversionId);
      if (assessment === undefined) throw new Error(`${conversionId} was not assessed`);
      const { affiliateId, fraudScore, factors } = assessment;
      const moment = new Date(convertedAt);
      judged.push({
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
  const uncounted = judged.filter(({ factors }) =>
    factors.some(({ evidence }) => evidence === UNCOUNTED),
  ).length;
  return { judged, wronglySuspected, uncounted };
}

/** Lives through a world by the service's own consumers and stores, and says how it was scored. */
export async function runWorld(
  config: Config,
  traffic: Traffic,
  start: Date,
): Promise<JudgedWorld> {
  const { deps, setTime, close } = await openWorld(config);
  try {
    await live(deps, traffic, start, setTime);
    return await judge(deps, traffic, start);
  } finally {
    await close();
  }
}
