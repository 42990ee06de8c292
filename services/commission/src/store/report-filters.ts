/** `to` is exclusive. */
export interface Range {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface Owner {
  readonly affiliateId: string;
  readonly currency: string;
}

export interface BreakdownFilter {
  readonly since: Date;
  readonly campaignId?: string | undefined;
}

export function between(field: string, { from, to }: Range): Record<string, unknown> {
  if (from === undefined && to === undefined) return {};
  return { [field]: given({ $gte: from, $lt: to }) };
}

/** Whatever filters are left out do not appear in the query at all. */
export const given = (filters: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));

/** The beginning of a conversion's period, as `periodStart` has it. */
export const truncated = (unit: string) => ({
  $dateTrunc: { date: '$convertedAt', unit, timezone: 'UTC', startOfWeek: 'monday' },
});

export const breakdownMatch = ({ since, campaignId }: BreakdownFilter) => ({
  convertedAt: { $gte: since },
  ...given({ campaignId }),
});
