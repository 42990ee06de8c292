import { randomUUIDv7 } from 'node:crypto';

/** The time is passed in, so that domain code is pure and tests are exact. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A new UUIDv7: unique, and sorted by its creation time. */
export const newId = (): string => randomUUIDv7();
