import { type ClickRow } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Figures } from './metrics.ts';
import { dayOf, hourOf } from './period.ts';

export const CLICKS_KEPT_MS = 2 * 365 * DAY_MS;

/** The traits of a click by which reports break figures down. */
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

/** Names a sum. Made of every fact several times, so put together of text rather than by JSON of it all. */
const idOf = ({ dimension, at, value }: Place, whose: string): string =>
  `${dimension} ${String(at.getTime())} ${whose} ${value === null ? '' : JSON.stringify(value)}`;

const whoseOf = ({ campaignId, affiliateId, linkId, currency }: Omit<Fact, 'at' | 'traits'>) =>
  `${campaignId} ${String(affiliateId)} ${String(linkId)} ${String(currency)}`;

/** What a fact adds to one sum. */
export function rollupAt(
  place: Place,
  fact: Omit<Fact, 'at' | 'traits'>,
  whose = whoseOf(fact),
): Rollup {
  const { dimension, at, value } = place;
  const { affiliateId, brandId, campaignId, linkId, currency, figures } = fact;
  return {
    id: idOf(place, whose),
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
  const whose = whoseOf(fact);
  const rollup = (dimension: Dimension, begin: Date, value: unknown): Rollup =>
    rollupAt({ dimension, at: begin, value }, fact, whose);
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

type Sum = Partial<Record<keyof Figures, number>>;

function addTo(sum: Sum, figures: Partial<Figures>, sign: 1 | -1): void {
  for (const [name, value] of Object.entries(figures) as [keyof Figures, number][]) {
    sum[name] = (sum[name] ?? 0) + sign * value;
  }
}

/**
 * The change from what counted before to what counts now, each sum once; sums that stay as they are
 * are left out. The order of the parts does not matter.
 */
export function changeOf(before: readonly Rollup[], now: readonly Rollup[]): Rollup[] {
  const sums = new Map<string, { readonly part: Rollup; readonly sum: Sum }>();
  const add = (parts: readonly Rollup[], sign: 1 | -1): void => {
    for (const part of parts) {
      const known = sums.get(part.id) ?? { part, sum: {} };
      sums.set(part.id, known);
      addTo(known.sum, part.figures, sign);
    }
  };
  add(before, -1);
  add(now, 1);
  return [...sums.values()]
    .filter(({ sum }) => Object.values(sum).some((value) => value !== 0))
    .map(({ part, sum }) => ({ ...part, figures: sum }));
}
