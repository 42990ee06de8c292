import { request } from 'undici';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';

type State = 'ready' | 'not_ready' | 'unreachable';

export interface HealthReport {
  readonly status: 'ready' | 'not_ready';
  readonly services: Readonly<Record<RoutedService, State>>;
}

const ASK_TIMEOUT_MS = 2_000;
/** Whoever asks often gets one answer for all. */
const KEEP_MS = 500;

async function stateOf(opsUrl: string): Promise<State> {
  try {
    const { statusCode, body } = await request(`${opsUrl}/health/ready`, {
      headersTimeout: ASK_TIMEOUT_MS,
      bodyTimeout: ASK_TIMEOUT_MS,
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    await body.dump();
    return statusCode === 200 ? 'ready' : 'not_ready';
  } catch {
    return 'unreachable';
  }
}

/** Asks every service whether it is ready; the system is when all are. */
export function openHealthReport(
  opsUrls: Readonly<Record<RoutedService, string>>,
): () => Promise<HealthReport> {
  let latest: Promise<HealthReport> | undefined;
  let askedAt = 0;
  const ask = async (): Promise<HealthReport> => {
    const states = await Promise.all(
      routedServices.map(async (service) => [service, await stateOf(opsUrls[service])] as const),
    );
    const ready = states.every(([, state]) => state === 'ready');
    return {
      status: ready ? 'ready' : 'not_ready',
      services: Object.fromEntries(states) as Record<RoutedService, State>,
    };
  };
  return () => {
    const now = performance.now();
    if (latest === undefined || now - askedAt > KEEP_MS) {
      latest = ask();
      askedAt = now;
    }
    return latest;
  };
}
