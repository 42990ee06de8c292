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

const LOOK_EVERY_MS = 15_000;
/** The share of its time that an idle process is at work: it hears engines and answers probes. */
const IDLE_SHARE = 0.03;
const GROWN_BY = 1.15;

/**
 * Gives back what starting has used, a fifth of a service's memory, and later what a rush has used:
 * an idle process would keep it, because nothing ever calls for a collection. Only where it has been
 * idle since the last look and has grown since the last time.
 */
export function keepHeapTidy(lookEveryMs = LOOK_EVERY_MS): void {
  tidyHeap();
  let tidyBytes = process.memoryUsage.rss();
  let before = performance.eventLoopUtilization();
  const look = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > IDLE_SHARE || process.memoryUsage.rss() < tidyBytes * GROWN_BY) return;
    tidyHeap();
    tidyBytes = process.memoryUsage.rss();
  }, lookEveryMs);
  look.unref();
}
