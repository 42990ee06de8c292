import autocannon from 'autocannon';
import { hasWrk, loadByWrk } from './wrk.ts';

/** What one run of load gave. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Answers with the status that was expected. */
  readonly good: number;
  readonly bad: number;
}

export interface Target {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly expect: number;
  /** A body for each request, with its headers. */
  readonly next?: () => { body: string; headers: Readonly<Record<string, string>> };
}

export const CONNECTIONS = 64;

const withWrk = hasWrk();

/** What makes the load: wrk where it is installed and every request is the same. */
export const generator = withWrk ? 'wrk, intake by autocannon' : 'autocannon';

/** Loads a target for `seconds`, with 64 connections unless others are asked for. */
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
        headers: { ...target.headers },
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

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const WARM_UP_S = 3;

export interface Asked {
  readonly repetitions: number;
  readonly seconds: number;
  /** After each run of the product: what it put off is done before the base is measured again. */
  readonly settle?: (answered: number) => Promise<void>;
}

/** Runs base and product in turn, so that a machine that slows down slows both. */
export async function inTurn(
  base: Target,
  product: Target,
  { repetitions, seconds, settle }: Asked,
): Promise<{ base: Load[]; product: Load[] }> {
  const runs = { base: [] as Load[], product: [] as Load[] };
  // Compiled code and caches first, as in a process that has served for a while.
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
