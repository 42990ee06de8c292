import autocannon from 'autocannon';
import { type Load, type Target } from './target.ts';
import { hasWrk, loadByWrk } from './wrk.ts';

export const CONNECTIONS = 64;

const withWrk = hasWrk();

/** The name of the load generator: wrk where it is installed and all requests are equal. */
export const generator = withWrk ? 'wrk, intake by autocannon' : 'autocannon';

/** Loads a target for `seconds`, with 64 connections by default. */
export const load = (target: Target, seconds: number, connections = CONNECTIONS): Promise<Load> =>
  withWrk && target.next === undefined
    ? loadByWrk(target, { connections, seconds })
    : loadByAutocannon(target, seconds, connections);

function loadByAutocannon(target: Target, seconds: number, connections: number): Promise<Load> {
  let good = 0;
  let bad = 0;
  return new Promise((resolve, reject) => {
    const { next } = target;
    const instance = autocannon(
      {
        url: target.url,
        connections,
        duration: seconds,
        headers: { ...target.headers?.() },
        ...(next === undefined
          ? {}
          : {
              method: 'POST',
              requests: [
                {
                  setupRequest: (request) => {
                    const { body, headers } = next();
                    return { ...request, body, headers: { ...request.headers, ...headers } };
                  },
                },
              ],
            }),
      },
      (error: unknown, result) => {
        if (error instanceof Error) reject(error);
        else {
          const perSecond = good / result.duration;
          const { p50, p99 } = result.latency;
          resolve({ perSecond, p50Ms: p50, p99Ms: p99, good, bad });
        }
      },
    );
    instance.on('response', (_client, status) => {
      if (status === target.expect) good += 1;
      else bad += 1;
    });
  });
}

export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const WARM_UP_S = 3;

export interface RunOptions {
  readonly repetitions: number;
  readonly seconds: number;
  /** Waits after each run of the product until its deferred work is done, so that the base meets an idle machine. */
  readonly settle?: (answered: number) => Promise<void>;
}

/** Runs base and product alternately, so that a slower machine affects both. */
export async function runAlternately(
  base: Target,
  product: Target,
  { repetitions, seconds, settle }: RunOptions,
): Promise<{ base: Load[]; product: Load[] }> {
  const runs = { base: [] as Load[], product: [] as Load[] };
  // Warm-up: compiled code and filled caches.
  await load(base, WARM_UP_S);
  await settle?.((await load(product, WARM_UP_S)).good);
  for (let round = 0; round < repetitions; round += 1) {
    runs.base.push(await load(base, seconds));
    const run = await load(product, seconds);
    runs.product.push(run);
    await settle?.(run.good);
  }
  return runs;
}
