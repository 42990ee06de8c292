import { type Redis } from 'ioredis';
import { callMetrics, registerGauge } from '@tributary/metrics';
import { withTimeout } from '@tributary/work';
import { type ServiceMetrics } from '../metrics.ts';

const CHECK_EVERY_MS = 5_000;
const TIMEOUT_MS = 2_000;

/** Parts by name, each with a check that is false, or throws, while the part is away. */
export type PartChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>;

/** Whether Redis answers. */
export const redisAnswers = (redis: Pick<Redis, 'ping'>) => (): Promise<boolean> =>
  redis.ping().then(() => true);

export interface Degradation {
  /** The names of parts without which the process serves with less. */
  readonly degraded: () => string[];
  readonly stop: () => void;
}

/** Checks the parts every few seconds, so that a health check waits for none, and shows them as a metric. */
export function watchDegradation({ registry }: ServiceMetrics, checks: PartChecks): Degradation {
  const degraded = new Set<string>();
  const gauge = registerGauge(registry, callMetrics.degraded);
  const watched = Object.entries(checks).map(([part, check]) => ({
    part,
    check: withoutOverlap(check),
  }));
  const look = (): void => {
    for (const { part, check } of watched) {
      void withTimeout(TIMEOUT_MS, check(), () => false).then((isFine) => {
        if (isFine) degraded.delete(part);
        else degraded.add(part);
        gauge.set({ part }, isFine ? 0 : 1);
      });
    }
  };
  look();
  const timer = setInterval(look, CHECK_EVERY_MS).unref();
  return {
    degraded: () => [...degraded].sort(),
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** A check that takes longer than its time is not begun again meanwhile. Never rejects. */
function withoutOverlap(check: PartChecks[string]): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  const run = async (): Promise<boolean> => {
    try {
      return await check();
    } catch {
      return false;
    } finally {
      running = undefined;
    }
  };
  return () => {
    running ??= run();
    return running;
  };
}
