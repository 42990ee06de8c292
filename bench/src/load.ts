import autocannon from 'autocannon';

/** What one run of load gave. */
export interface Load {
  readonly perSecond: number;
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

/** Loads a target with 64 connections for `seconds`. */
export function load(target: Target, seconds: number): Promise<Load> {
  let good = 0;
  let bad = 0;
  return new Promise((resolve, reject) => {
    const { next } = target;
    const instance = autocannon(
      {
        url: target.url,
        connections: CONNECTIONS,
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
          resolve({ perSecond, p99Ms: result.latency.p99, good, bad });
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

/** Runs base and product in turn, so that a machine that slows down slows both. */
export async function inTurn(
  base: Target,
  product: Target,
  asked: { repetitions: number; seconds: number },
): Promise<{ base: Load[]; product: Load[] }> {
  const runs = { base: [] as Load[], product: [] as Load[] };
  for (let round = 0; round < asked.repetitions; round += 1) {
    runs.base.push(await load(base, asked.seconds));
    runs.product.push(await load(product, asked.seconds));
  }
  return runs;
}
