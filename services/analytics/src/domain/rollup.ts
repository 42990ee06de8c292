import { type ClickRow } from '@tributary/contracts';
import { type Figures } from './metrics.ts';
import { dayOf, hourOf } from './period.ts';

export const CLICKS_KEPT_MS = 2 * 365 * 86_400_000;

/** What a click says of its visitor and of the link, as reports break figures down. */
export interface Traits {
  readonly utm: ClickRow['utm'];
  readonly country: string | null;
  readonly device: ClickRow['device'];
  readonly browser: string | null;
}

/** Of conversions that no known click led to. */
export const noTraits: Traits = {
  utm: { source: null, medium: null, campaign: null, term: null, content: null },
  country: null,
  device: 'unknown',
  browser: null,
};

/** The traits alone, in one order of fields: they are compared as they are written. */
export const traitsOf = ({ utm, country, device, browser }: Traits): Traits => ({
  utm: {
    source: utm.source,
    medium: utm.medium,
    campaign: utm.campaign,
    term: utm.term,
    content: utm.content,
  },
  country,
  device,
  browser,
});

/** By what the sums are kept: links by the hour and by the day, traits and statuses by the day. */
export type Dimension = 'hour' | 'day' | 'utm' | 'country' | 'device' | 'status';

/** Whose a fact is. Without a link or an affiliate it counts for its campaign alone. */
export interface Owner {
  readonly affiliateId: string | null;
  readonly brandId: string;
  readonly campaignId: string;
  readonly linkId: string | null;
}

/** What something adds to one sum. */
export interface Rollup extends Owner {
  readonly id: string;
  readonly dimension: Dimension;
  /** The beginning of the hour or the day (UTC). */
  readonly at: Date;
  /** Which value of the dimension; null where it is time alone. */
  readonly value: unknown;
  /** Of the money; null where it is clicks. */
  readonly currency: string | null;
  readonly figures: Partial<Figures>;
}

interface Fact extends Owner {
  readonly at: Date;
  readonly traits: Traits;
  readonly currency: string | null;
  readonly figures: Partial<Figures>;
}

type Place = Pick<Rollup, 'dimension' | 'at' | 'value'>;

/** What a fact adds to one sum. */
export function rollupAt(
  { dimension, at, value }: Place,
  fact: Omit<Fact, 'at' | 'traits'>,
): Rollup {
  const { affiliateId, brandId, campaignId, linkId, currency, figures } = fact;
  return {
    id: JSON.stringify([at, dimension, campaignId, affiliateId, linkId, currency, value]),
    dimension,
    at,
    value,
    currency,
    affiliateId,
    brandId,
    campaignId,
    linkId,
    figures,
  };
}

/** Where a fact counts: once in each dimension. */
function rollupsOf({ at, traits, ...fact }: Fact): Rollup[] {
  const { utm, country, device, browser } = traitsOf(traits);
  const rollup = (dimension: Dimension, begin: Date, value: unknown): Rollup =>
    rollupAt({ dimension, at: begin, value }, fact);
  const day = dayOf(at);
  return [
    rollup('hour', hourOf(at), null),
    rollup('day', day, null),
    rollup('utm', day, utm),
    rollup('country', day, country),
    rollup('device', day, { device, browser }),
  ];
}

/** Which of the three kinds a click is; the kinds add up to gross. */
export function kindOf({
  validity,
}: Pick<ClickRow, 'validity'>): 'unique' | 'duplicate' | 'invalid' {
  if (validity === 'valid') return 'unique';
  return validity === 'duplicate' ? 'duplicate' : 'invalid';
}

/** What a click counts. */
export const clickRollups = (
  click: Owner & Traits & Pick<ClickRow, 'validity'> & { readonly occurredAt: Date },
): Rollup[] =>
  rollupsOf({
    ...click,
    at: click.occurredAt,
    traits: click,
    currency: null,
    figures: { [kindOf(click)]: 1 },
  });

/** The states in which a conversion counts: all but rejected and reversed. */
export const countedStatuses: readonly string[] = ['pending', 'approved'];
/** The states in which a commission counts as earned. */
export const earnedStatuses: readonly string[] = ['pending', 'approved', 'paid'];

interface MoneyFact extends Owner, Traits {
  readonly status: string;
  readonly currency: string;
  readonly convertedAt: Date;
}

/** What a conversion counts in the state it is in, on the day of the order itself. */
export function conversionRollups(
  conversion: MoneyFact & { readonly valueMinor: number },
): Rollup[] {
  const { status, valueMinor, convertedAt } = conversion;
  const inStatus = rollupAt(
    { dimension: 'status', at: dayOf(convertedAt), value: status },
    { ...conversion, figures: { conversions: 1 } },
  );
  if (!countedStatuses.includes(status)) return [inStatus];
  const figures = { conversions: 1, revenueMinor: valueMinor };
  return [inStatus, ...rollupsOf({ ...conversion, at: convertedAt, traits: conversion, figures })];
}

/** What a commission counts in the state it is in, on the day of its order. */
export const commissionRollups = (
  commission: MoneyFact & { readonly amountMinor: number },
): Rollup[] =>
  earnedStatuses.includes(commission.status)
    ? rollupsOf({
        ...commission,
        at: commission.convertedAt,
        traits: commission,
        figures: { earningsMinor: commission.amountMinor },
      })
    : [];

const addTo = (a: Partial<Figures>, b: Partial<Figures>, sign: 1 | -1): Partial<Figures> => {
  const sum: Partial<Record<keyof Figures, number>> = { ...a };
  for (const [name, value] of Object.entries(b) as [keyof Figures, number][]) {
    sum[name] = (sum[name] ?? 0) + sign * value;
  }
  return sum;
};

/**
 * The change from what counted before to what counts now, each sum once; sums that stay as they are
 * are left out. The order of the parts does not matter.
 */
export function changeOf(before: readonly Rollup[], now: readonly Rollup[]): Rollup[] {
  const sums = new Map<string, Rollup>();
  const add = (parts: readonly Rollup[], sign: 1 | -1): void => {
    for (const part of parts) {
      const figures = addTo(sums.get(part.id)?.figures ?? {}, part.figures, sign);
      sums.set(part.id, { ...part, figures });
    }
  };
  add(before, -1);
  add(now, 1);
  return [...sums.values()].filter(({ figures }) =>
    Object.values(figures).some((value) => value !== 0),
  );
}
