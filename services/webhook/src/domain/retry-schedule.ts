import { backOffMs } from '@tributary/work/back-off';

/** Attempts per delivery, including the first. */
export const MAX_ATTEMPTS = 10;

/** The longest delay is 60 times the first: an hour if the first is a minute. */
const MAX_FACTOR = 60;
const JITTER = 0.1;

/**
 * The delay after failed attempt number `attempt` (from 1), ms: base, doubling up to 60 × base, ±10 %.
 * With a base of 60 s: 60, 120, 240, 480, 960, 1920, then 3600 s.
 * @param random a number in [0, 1)
 */
export const retryDelayMs = (attempt: number, baseMs: number, random: number): number =>
  backOffMs(attempt, { firstMs: baseMs, maxMs: baseMs * MAX_FACTOR, jitter: JITTER }, random);
