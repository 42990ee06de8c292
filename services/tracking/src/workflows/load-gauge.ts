import { setTimeout as pause } from 'node:timers/promises';

const WINDOW_MS = 100;
/** A core's worth of calls is many times this; fewer leave time for all else. */
const RUSH_PER_WINDOW = 50;

/** Tells whether so many calls come at the moment that other work had better wait. */
export interface Rush {
  /** One call more. */
  note(): void;
  /** Resolves when there is none, or after `atMostMs`. */
  over(atMostMs: number): Promise<void>;
}

/** @param nowMs the monotonic clock */
export function createRush(nowMs: () => number = () => performance.now()): Rush {
  let windowStart = 0;
  let calls = 0;
  let before = 0;

  const turn = (): void => {
    const ageMs = nowMs() - windowStart;
    if (ageMs < WINDOW_MS) return;
    before = ageMs < 2 * WINDOW_MS ? calls : 0;
    calls = 0;
    windowStart = nowMs();
  };
  const isOn = (): boolean => {
    turn();
    return Math.max(before, calls) >= RUSH_PER_WINDOW;
  };

  return {
    note: () => {
      turn();
      calls += 1;
    },
    over: async (atMostMs) => {
      const until = nowMs() + atMostMs;
      while (isOn() && nowMs() < until) await pause(WINDOW_MS);
    },
  };
}
