import { randomUUIDv7 } from 'node:crypto';

/** The time is passed in, so that domain code is pure and tests are exact. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A new UUIDv7: unique, and sorted by its creation time. */
export const newId = (): string => randomUUIDv7();

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7/i;

/** When a UUIDv7 was made, to the millisecond; undefined for another id. */
export const creationTimeOf = (id: string): Date | undefined =>
  UUID_V7.test(id) ? new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)) : undefined;
