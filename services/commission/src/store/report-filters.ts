import type { Span } from '../domain/calendar.ts';

export interface Owner {
  readonly affiliateId: string;
  readonly currency: string;
}

export function between(field: string, { from, to }: Span): Record<string, unknown> {
  if (from === undefined && to === undefined) return {};
  return { [field]: given({ $gte: from, $lt: to }) };
}

/** The filters that have a value. */
export const given = (filters: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
