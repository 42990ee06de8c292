import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_TOKEN_HEADER } from '@tributary/service-tokens';
import { catalog, type ServiceId, serviceIds } from '@tributary/catalog';
import { startBase } from './base-server.ts';
import { type Bench } from './bench.ts';
import { measureClickCpu } from './click-cpu.ts';
import { cpuMicros } from './cpu.ts';
import { measureCost } from './cost.ts';
import { measureDeliveries } from './deliveries.ts';
import { type GoalId } from './goals.ts';
import { measureGrowth } from './growth.ts';
import { measureLadder } from './ladder.ts';
import { benchLedger } from './ledger.ts';
import { load, runAlternately } from './load.ts';
import { measureReview } from './review.ts';
import { type Target } from './target.ts';
import { print, report } from './report.ts';
import { measureSoak } from './soak.ts';
import { measureTracing } from './tracing.ts';
import { BROWSER } from './fixture.ts';

/** Whether only a path's own services run, as on a machine of their own, or all of them. */
export type Place = 'alone' | 'beside';

/** A measured path and the services that take part in it. */
export interface Path {
  readonly services: readonly ServiceId[];
  readonly places: readonly Place[];
  readonly measure: (bench: Bench, place: Place) => Promise<void>;
  /** Measured only when named, because it takes long. */
  readonly onRequest?: true;
}

/** The goal of a path in a place. */
const idAt = <
  Id extends 'redirect' | 'redirectGateway' | 'intake' | 'list' | 'listQuery' | 'gatewayCpu',
>(
  id: Id,
  place: Place,
): Id | `${Id}Beside` => (place === 'alone' ? id : `${id}Beside`);

const BASE_PORT = 15_950;
const CATCH_UP_S = 180;

/** A path of tracking's own port, which serves the gateway alone; each run gets a token of its own. */
const atTracking = ({ portOffset, system }: Bench, path: string) => {
  const tokens = system.serviceKeys.tokensOf('gateway');
  return {
    url: `http://127.0.0.1:${String(catalog.tracking.http + portOffset)}${path}`,
    headers: () => ({ [SERVICE_TOKEN_HEADER]: tokens.tokenFor('tracking') }),
  };
};

const storedIn = ({ mongo, namespace }: Bench, collection: 'clicks' | 'conversions') =>
  mongo.useDb(`${namespace}tributary_tracking`).collection(collection).estimatedDocumentCount();

/** Counts the answered requests and waits after each run until as many rows are stored. */
async function countStored(bench: Bench, collection: 'clicks' | 'conversions') {
  const before = await storedIn(bench, collection);
  const counted = { answered: 0, stored: 0, slowestS: 0 };
  return {
    counted,
    settle: async (answered: number): Promise<void> => {
      const started = performance.now();
      const seconds = (): number => (performance.now() - started) / 1000;
      counted.answered += answered;
      do {
        await pause(100);
        counted.stored = (await storedIn(bench, collection)) - before;
      } while (counted.stored < counted.answered && seconds() < CATCH_UP_S);
      // Requests in flight at the end of the load are stored as well; the base then meets an idle machine.
      await pause(2_000);
      counted.slowestS = Math.max(counted.slowestS, seconds() - 2);
    },
  };
}

type Stored = Awaited<ReturnType<typeof countStored>>;

/** Prints how many of the answered requests are stored. @returns why they are not all; undefined where they are */
function missingOf({ counted: { answered, stored, slowestS } }: Stored): string | undefined {
  print(
    `  ${String(answered)} answered, ${String(stored)} stored; all of a run after ${slowestS.toFixed(1)} s`,
  );
  return stored >= answered ? undefined : `${String(answered - stored)} are not stored`;
}

const visitTo = ({ url, headers }: Pick<Target, 'url' | 'headers'>): Target => ({
  url,
  headers: () => ({ 'user-agent': BROWSER, ...headers?.() }),
  expect: 302,
});

const linkPath = ({ fixture }: Bench): string => `/r/${fixture.trackingCode}`;

const redirectOf = (bench: Bench): Target => visitTo(atTracking(bench, linkPath(bench)));
const intakeOf = (bench: Bench) => atTracking(bench, '/api/track/conversion');

async function measureRedirect(bench: Bench, place: Place): Promise<void> {
  const { system, engines, runOptions, scorecard } = bench;
  const base = await startBase('base/redirect', BASE_PORT, { REDIS_URL: engines.redisUrl });
  const path = linkPath(bench);
  const bare = visitTo({ url: base.url + path });
  const clicks = await countStored(bench, 'clicks');
  const settled = { ...runOptions, settle: clicks.settle };
  const own = await runAlternately(bare, redirectOf(bench), settled);
  report(scorecard, idAt('redirect', place), own, missingOf(clicks));
  const through = await runAlternately(bare, visitTo({ url: system.baseUrl + path }), settled);
  report(scorecard, idAt('redirectGateway', place), through, missingOf(clicks));
  base.stop();
}

async function measureIntake(bench: Bench, place: Place): Promise<void> {
  const { fixture, engines, runOptions, scorecard } = bench;
  const base = await startBase('base/intake', BASE_PORT + 1, { MONGO_URL: engines.mongoUrl });
  const next = () => fixture.nextOrder();
  const conversions = await countStored(bench, 'conversions');
  const runs = await runAlternately(
    { url: `${base.url}/intake`, expect: 201, next },
    { ...intakeOf(bench), expect: 201, next },
    { ...runOptions, settle: conversions.settle },
  );
  report(scorecard, idAt('intake', place), runs, missingOf(conversions));
  base.stop();
}

function listOf({
  system,
  fixture,
}: Bench): Target & { readonly headers: () => Record<string, string> } {
  const headers = { authorization: `Bearer ${fixture.affiliateToken}` };
  const url = `${system.baseUrl}/api/affiliate/commissions?limit=50`;
  return { url, headers: () => headers, expect: 200 };
}

async function measureList(bench: Bench, place: Place): Promise<void> {
  const { engines, fixture, runOptions, namespace, scorecard } = bench;
  const list = listOf(bench);
  const body = await (await fetch(list.url, { headers: list.headers() })).text();
  const query = await startBase('base/query', BASE_PORT + 2, {
    MONGO_URL: engines.mongoUrl,
    BASE_DATABASE: `${namespace}tributary_commission`,
    BASE_AFFILIATE: fixture.affiliateId,
  });
  const memory = await startBase('base/read', BASE_PORT + 3, { BASE_BODY: body });
  const against = (base: { url: string }) =>
    runAlternately({ url: `${base.url}/list`, expect: 200 }, list, runOptions);
  report(scorecard, idAt('listQuery', place), await against(query));
  report(scorecard, idAt('list', place), await against(memory));
  query.stop();
  memory.stop();
  await measureGatewayCpu(bench, list, idAt('gatewayCpu', place));
}

async function measureGatewayCpu(bench: Bench, target: Target, id: GoalId): Promise<void> {
  const pid = bench.system.pidOf('gateway') ?? 0;
  const before = cpuMicros(pid);
  const { good } = await load(target, bench.runOptions.seconds);
  const value = (cpuMicros(pid) - before) / good;
  bench.scorecard.record(id, { product: `${value.toFixed(0)} µs`, value });
}

const both = ['alone', 'beside'] as const;
const alone = ['alone'] as const;
const beside = ['beside'] as const;

/** webhook as well: while it does not answer whose endpoints subscribe to clicks, each click is announced alone. */
const CLICK_SERVICES = ['gateway', 'tracking', 'webhook'] as const;

export const paths: Readonly<Record<string, Path>> = {
  // identity as well: a service that starts requests the token keys from it.
  list: { services: ['gateway', 'identity', 'commission'], places: both, measure: measureList },
  redirect: { services: CLICK_SERVICES, places: both, measure: measureRedirect },
  ladder: {
    services: ['tracking'],
    places: alone,
    measure: (bench) => measureLadder(bench, redirectOf(bench)),
  },
  clicks: {
    services: serviceIds,
    places: beside,
    measure: async (bench) => {
      const { settle } = await countStored(bench, 'clicks');
      await measureClickCpu(bench, redirectOf(bench), settle);
    },
  },
  review: {
    services: serviceIds,
    places: beside,
    measure: (bench) => measureReview(bench, intakeOf(bench)),
  },
  cost: {
    services: serviceIds,
    places: beside,
    measure: async (bench) => {
      const { settle } = await countStored(bench, 'clicks');
      const { baseUrl } = bench.system;
      const redirect = visitTo({ url: baseUrl + linkPath(bench) });
      await measureCost(
        bench,
        { redirect, intake: { url: `${baseUrl}/api/track/conversion` } },
        settle,
      );
    },
    onRequest: true,
  },
  tracing: {
    services: [...CLICK_SERVICES, 'identity', 'commission'],
    places: alone,
    measure: async (bench) => {
      const { settle } = await countStored(bench, 'clicks');
      const redirect = visitTo({ url: bench.system.baseUrl + linkPath(bench) });
      await measureTracing(bench, { redirect, list: listOf(bench) }, settle);
    },
    onRequest: true,
  },
  // gateway and identity: the measurement begins by registering endpoints.
  deliveries: {
    services: ['gateway', 'identity', 'webhook'],
    places: alone,
    measure: measureDeliveries,
  },
  ledger: {
    services: [],
    places: alone,
    measure: ({ engines, scorecard }) => benchLedger(engines, scorecard),
  },
  // After the others: what follows from its orders keeps the whole system busy for minutes.
  intake: { services: ['tracking'], places: both, measure: measureIntake },
  growth: {
    services: serviceIds,
    places: beside,
    measure: (bench) =>
      measureGrowth(bench, { redirect: redirectOf(bench), intake: intakeOf(bench) }, bench.sizes),
    onRequest: true,
  },
  soak: {
    services: CLICK_SERVICES,
    places: alone,
    measure: (bench) => measureSoak(bench, bench.sizes.minutes),
    onRequest: true,
  },
};
