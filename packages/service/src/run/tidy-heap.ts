import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type CollectGarbage = (options: {
  type: 'major';
  execution: 'sync';
  flavor: 'last-resort';
}) => void;

/** Takes a tenth of a second. */
function tidyHeap(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  (collect as CollectGarbage)({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const CHECK_EVERY_MS = 15_000;
/** The share of time in which an idle process works: it polls engines and serves probes. */
const IDLE_SHARE = 0.03;
const GROWN_BY = 1.15;

/**
 * Returns unused heap to the system: after the start a fifth of a service’s memory, later what a
 * peak of load used. An idle process would keep it, because nothing triggers a collection. It
 * collects only where the process has been idle since the last check and has grown since the last
 * collection.
 */
export function keepHeapTidy(checkEveryMs = CHECK_EVERY_MS): void {
  tidyHeap();
  let tidyBytes = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE_SHARE || process.memoryUsage.rss() < tidyBytes * GROWN_BY) return;
    tidyHeap();
    tidyBytes = process.memoryUsage.rss();
  }, checkEveryMs);
  timer.unref();
}
