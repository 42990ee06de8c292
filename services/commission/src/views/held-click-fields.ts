import { z } from 'zod';
import { DAY_MS } from '@tributary/units';

/** What campaigns pay for in batches. */
export const unitKind = z.enum(['click', 'impression']);

/** A reason as statements and held clicks state it. */
export const reasonText = z.string().regex(/^[a-z_]{1,40}$/);

/** The time range of a UTC day, the end excluded. */
export function dayRange(day: string): { from: Date; until: Date } {
  const from = new Date(`${day}T00:00:00.000Z`);
  return { from, until: new Date(from.getTime() + DAY_MS) };
}
