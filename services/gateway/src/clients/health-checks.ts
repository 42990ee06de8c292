import { request } from 'undici';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';

type State = 'ready' | 'not_ready' | 'unreachable';

export interface HealthReport {
  readonly status: 'ready' | 'not_ready';
  readonly services: Readonly<Record<RoutedService, State>>;
}

const TIMEOUT_MS = 2_000;
/** Concurrent and frequent requests share one check. */
const CACHE_MS = 500;

async function stateOf(opsUrl: string): Promise<State> {
  try {
    const { statusCode, body } = await request(`${opsUrl}/health/ready`, {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.dump();
    return statusCode === 200 ? 'ready' : 'not_ready';
  } catch {
    return 'unreachable';
  }
}

/** Checks whether every service is ready. */
export function openHealthChecks(
  opsUrls: Readonly<Record<RoutedService, string>>,
): () => Promise<HealthReport> {
  let cached: Promise<HealthReport> | undefined;
  let checkedAt = 0;
  const check = async (): Promise<HealthReport> => {
    const states = await Promise.all(
      routedServices.map(async (service) => [service, await stateOf(opsUrls[service])] as const),
    );
    const isReady = states.every(([, state]) => state === 'ready');
    return {
      status: isReady ? 'ready' : 'not_ready',
      services: Object.fromEntries(states) as Record<RoutedService, State>,
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
