import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_TOKEN_HEADER } from '@tributary/service-tokens';
import { catalog, type ServiceId } from '@tributary/catalog';
import { startBase } from './base-server.ts';
import { type Bench } from './bench.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureGrowth } from './growth.ts';
import { benchLedger } from './ledger.ts';
import { runAlternately } from './load.ts';
import { type Target } from './target.ts';
import { print, report } from './report.ts';
import { measureSoak } from './soak.ts';
import { BROWSER } from './fixture.ts';

/** A measured path and the services that take part in it. */
export interface Path {
  readonly services: readonly ServiceId[];
  readonly measure: (bench: Bench, beside: string) => Promise<void>;
  /** Measured once only, without the other services. */
  readonly alone?: true;
  /** Measured only when named, because it takes long. */
  readonly onRequest?: true;
}

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
  mongo.useDb(`${namespace}tributary_tracking`).collection(collection).countDocuments();

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

const printStored = ({
  counted: { answered, stored, slowestS },
}: Awaited<ReturnType<typeof countStored>>): void => {
  const verdict = stored >= answered ? '' : ' — SOME ARE MISSING';
  print(
    `  ${String(answered)} answered, ${String(stored)} stored${verdict}; all of a run after ${slowestS.toFixed(1)} s`,
  );
};

async function measureRedirect(bench: Bench, beside: string): Promise<void> {
  const { system, fixture, engines, runOptions } = bench;
  const base = await startBase('redirect', BASE_PORT, { REDIS_URL: engines.redisUrl });
  const path = `/r/${fixture.trackingCode}`;
  const target = ({ url, headers }: Pick<Target, 'url' | 'headers'>): Target => ({
    url,
    headers: () => ({ 'user-agent': BROWSER, ...headers?.() }),
    expect: 302,
  });
  const bare = target({ url: base.url + path });
  const clicks = await countStored(bench, 'clicks');
  const settled = { ...runOptions, settle: clicks.settle };
  const own = await runAlternately(bare, target(atTracking(bench, path)), settled);
  report(`click redirect, tracking’s own port, ${beside}`, own, '≥ 1.1, p99 ≤ 1.2');
  const through = await runAlternately(bare, target({ url: system.baseUrl + path }), settled);
  report(`click redirect through the gateway, ${beside}`, through, '≥ 0.4');
  printStored(clicks);
  base.stop();
}

async function measureIntake(bench: Bench, beside: string): Promise<void> {
  const { fixture, engines, runOptions } = bench;
  const base = await startBase('intake', BASE_PORT + 1, { MONGO_URL: engines.mongoUrl });
  const next = () => fixture.nextOrder();
  const conversions = await countStored(bench, 'conversions');
  const runs = await runAlternately(
    { url: `${base.url}/intake`, expect: 201, next },
    { ...atTracking(bench, '/api/track/conversion'), expect: 201, next },
    { ...runOptions, settle: conversions.settle },
  );
  report(`conversion intake, ${beside}`, runs, '≥ 3, p99 ≤ 0.4');
  printStored(conversions);
  base.stop();
}

async function measureList(bench: Bench, beside: string): Promise<void> {
  const { system, fixture, engines, runOptions, namespace } = bench;
  const headers = { authorization: `Bearer ${fixture.affiliateToken}` };
  const url = `${system.baseUrl}/api/affiliate/commissions?limit=50`;
  const body = await (await fetch(url, { headers })).text();
  const bases = [
    await startBase('query', BASE_PORT + 2, {
      MONGO_URL: engines.mongoUrl,
      BASE_DATABASE: `${namespace}tributary_commission`,
      BASE_AFFILIATE: fixture.affiliateId,
    }),
    await startBase('read', BASE_PORT + 3, { BASE_BODY: body }),
  ];
  const names = ['against the same query', 'against the answer from memory'];
  for (const [index, base] of bases.entries()) {
    const runs = await runAlternately(
      { url: `${base.url}/list`, expect: 200 },
      { url, headers: () => headers, expect: 200 },
      runOptions,
    );
    const rows = (JSON.parse(body) as unknown[]).length;
    const name = `list of ${String(rows)} by the gateway, ${beside}`;
    report(name, runs, index === 0 ? '≥ 0.45' : `(${names[index] ?? ''})`);
    base.stop();
  }
}

export const paths: Readonly<Record<string, Path>> = {
  // identity as well: a service that starts requests the token keys from it.
  list: { services: ['gateway', 'identity', 'commission'], measure: measureList },
  redirect: { services: ['gateway', 'tracking'], measure: measureRedirect },
  intake: { services: ['tracking'], measure: measureIntake },
  // gateway and identity: the measurement begins by registering endpoints.
  deliveries: {
    services: ['gateway', 'identity', 'webhook'],
    measure: measureDeliveries,
    alone: true,
  },
  growth: {
    services: ['tracking'],
    measure: (bench) =>
      measureGrowth(bench, atTracking(bench, '/api/track/conversion'), bench.sizes),
    ...{ alone: true, onRequest: true },
  },
  soak: {
    services: ['gateway', 'tracking'],
    measure: (bench) => measureSoak(bench, bench.sizes.minutes),
    ...{ alone: true, onRequest: true },
  },
  ledger: { services: [], measure: ({ engines }) => benchLedger(engines, print), alone: true },
};
