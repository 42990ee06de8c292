/** `to` is exclusive. */
export interface Range {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface Owner {
  readonly affiliateId: string;
  readonly currency: string;
}

export function between(field: string, { from, to }: Range): Record<string, unknown> {
  if (from === undefined && to === undefined) return {};
  return { [field]: given({ $gte: from, $lt: to }) };
}

/** Whatever filters are left out do not appear in the query at all. */
export const given = (filters: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
