import { randomUUIDv7 } from 'node:crypto';

/** Time comes in from outside, so that domain code is pure and tests are exact. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A new UUIDv7: unique, and sorting by the time of its making. */
export const newId = (): string => randomUUIDv7();
