import { request } from 'undici';
import { z } from 'zod';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';

type State = 'ready' | 'not_ready' | 'unreachable';

const opsReport = z.object({ degraded: z.array(z.string()).default([]) });

interface Found {
  readonly state: State;
  /** Parts that are away without which the service serves with less. */
  readonly degraded: readonly string[];
}

export interface HealthReport {
  readonly status: 'ready' | 'not_ready';
  readonly services: Readonly<Record<RoutedService, State>>;
  /** What serves with less, and without which parts. */
  readonly degraded: Readonly<Partial<Record<RoutedService | 'gateway', readonly string[]>>>;
}

/** For the instances of a service together. */
const TIMEOUT_MS = 1_900;
/** Concurrent and frequent requests share one check. */
const CACHE_MS = 500;

/** The state of the instance to which a new connection leads: an idle one may lead to an instance that is stopping. */
async function findStateOfOne(opsUrl: string, signal: AbortSignal): Promise<Found> {
  try {
    const { statusCode, body } = await request(`${opsUrl}/health/ready`, {
      reset: true,
      signal,
    });
    const report = opsReport.safeParse(await body.json());
    const degraded = report.data?.degraded ?? [];
    return { state: statusCode === 200 ? 'ready' : 'not_ready', degraded };
  } catch {
    return { state: 'unreachable', degraded: [] };
  }
}

/** A service is ready while one of its instances is; the second connection leads to another one where there is. */
async function findState(opsUrl: string): Promise<Found> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const first = await findStateOfOne(opsUrl, signal);
  return first.state === 'ready' || signal.aborted ? first : findStateOfOne(opsUrl, signal);
}

/** Checks whether every service is ready. */
export function openHealthChecks(
  opsUrls: Readonly<Record<RoutedService, string>>,
  ownDegraded: () => readonly string[],
): () => Promise<HealthReport> {
  let cached: Promise<HealthReport> | undefined;
  let checkedAt = 0;
  const check = async (): Promise<HealthReport> => {
    const found = await Promise.all(
      routedServices.map(async (name) => ({ name, ...(await findState(opsUrls[name])) })),
    );
    const isReady = found.every(({ state }) => state === 'ready');
    const states = found.map(({ name, state }) => [name, state]);
    const parts = [...found, { name: 'gateway', degraded: ownDegraded() }];
    const degraded = parts.filter((part) => part.degraded.length > 0);
    return {
      status: isReady ? 'ready' : 'not_ready',
      services: Object.fromEntries(states) as Record<RoutedService, State>,
      degraded: Object.fromEntries(degraded.map((part) => [part.name, part.degraded])),
    };
  };
  return () => {
    const now = performance.now();
    if (cached === undefined || now - checkedAt > CACHE_MS) {
      cached = check();
      checkedAt = now;
    }
    return cached;
  };
}
