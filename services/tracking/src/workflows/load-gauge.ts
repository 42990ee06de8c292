import { setTimeout as sleep } from 'node:timers/promises';

const WINDOW_MS = 100;
/** One core serves many times this number of calls; fewer leave time for background work. */
const HIGH_LOAD_PER_WINDOW = 50;

/** Counts calls, so that background work can wait while the load is high. */
export interface LoadGauge {
  recordCall(): void;
  /** Resolves when the load is low, or after `timeoutMs`. */
  waitForLowLoad(timeoutMs: number): Promise<void>;
}

/** @param nowMs the monotonic clock */
export function createLoadGauge(nowMs: () => number = () => performance.now()): LoadGauge {
  let windowStart = 0;
  let calls = 0;
  let callsOfLastWindow = 0;

  const startWindowIfDue = (): void => {
    const ageMs = nowMs() - windowStart;
    if (ageMs < WINDOW_MS) return;
    callsOfLastWindow = ageMs < 2 * WINDOW_MS ? calls : 0;
    calls = 0;
    windowStart = nowMs();
  };
  const isHigh = (): boolean => {
    startWindowIfDue();
    return Math.max(callsOfLastWindow, calls) >= HIGH_LOAD_PER_WINDOW;
  };

  return {
    recordCall: () => {
      startWindowIfDue();
      calls += 1;
    },
    waitForLowLoad: async (timeoutMs) => {
      const until = nowMs() + timeoutMs;
      while (isHigh() && nowMs() < until) await sleep(WINDOW_MS);
    },
  };
}
