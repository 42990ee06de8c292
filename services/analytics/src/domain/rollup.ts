import { type ClickRow } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type Figures } from './metrics.ts';
import { type AmountName, commissionAmounts, orderAmounts } from './amounts.ts';
import { dayOf, hourOf } from './period.ts';
import { countedStatuses, earnedStatuses } from './states.ts';

export const CLICK_RETENTION_MS = 2 * 365 * DAY_MS;

/** The traits of a click that reports group by. */
export interface Traits {
  readonly utm: ClickRow['utm'];
  readonly country: string | null;
  readonly device: ClickRow['device'];
  readonly browser: string | null;
}

/** The traits of conversions without a known click. */
export const noTraits: Traits = {
  utm: { source: null, medium: null, campaign: null, term: null, content: null },
  country: null,
  device: 'unknown',
  browser: null,
};

/** The traits in a fixed order of fields, because their JSON is compared. */
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

/** The dimensions of sums: links by hour and day, traits and statuses by day, and the amounts of brands' reports by day. */
export type Dimension = 'hour' | 'day' | 'utm' | 'country' | 'device' | 'status' | 'amounts';

/** What is summed up; of the dimension `amounts` the columns of brands' reports. */
export type Sums = Readonly<Partial<Record<keyof Figures | AmountName, number>>>;

/** The owners of a fact. Without a link or an affiliate it counts for its campaign alone. */
export interface Owner {
  readonly affiliateId: string | null;
  readonly brandId: string;
  readonly campaignId: string;
  readonly linkId: string | null;
}

/** An addition to one sum. */
export interface Rollup extends Owner {
  readonly id: string;
  readonly dimension: Dimension;
  /** The start of the hour or the day, UTC. */
  readonly at: Date;
  /** The value of the dimension; null for hours, days and amounts. */
  readonly value: unknown;
  /** The currency of amounts; null for clicks. */
  readonly currency: string | null;
  readonly figures: Sums;
}

interface Fact extends Owner {
  readonly at: Date;
  readonly traits: Traits;
  readonly currency: string | null;
  readonly figures: Sums;
}

type Place = Pick<Rollup, 'dimension' | 'at' | 'value'>;

/** The id of a sum. Concatenated, because JSON would be slow: it is made several times for every fact. */
const idOf = ({ dimension, at, value }: Place, whose: string): string =>
  `${dimension} ${String(at.getTime())} ${whose} ${value === null ? '' : JSON.stringify(value)}`;

const whoseOf = ({ campaignId, affiliateId, linkId, currency }: Omit<Fact, 'at' | 'traits'>) =>
  `${campaignId} ${String(affiliateId)} ${String(linkId)} ${String(currency)}`;

/** A fact's addition to one sum. */
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

/** The sums that a fact is added to: one in each dimension. */
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

/** The kind of a click; gross is the sum of the three kinds. */
export function kindOf({
  validity,
}: Pick<ClickRow, 'validity'>): 'unique' | 'duplicate' | 'invalid' {
  if (validity === 'valid') return 'unique';
  return validity === 'duplicate' ? 'duplicate' : 'invalid';
}

/** A click's additions to sums. */
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

interface MoneyFact extends Owner, Traits {
  readonly status: string;
  readonly currency: string;
  readonly convertedAt: Date;
}

interface ConversionFact extends MoneyFact {
  readonly valueMinor: number;
  readonly refundedMinor: number;
}

/** A conversion's additions to sums in its present state, on the day of the order. */
export function conversionRollups(conversion: ConversionFact): Rollup[] {
  const { status, valueMinor, convertedAt } = conversion;
  const at = dayOf(convertedAt);
  const ofDay = [
    rollupAt(
      { dimension: 'status', at, value: status },
      { ...conversion, figures: { conversions: 1 } },
    ),
    rollupAt(
      { dimension: 'amounts', at, value: null },
      { ...conversion, figures: { rows: 1, ...orderAmounts(conversion) } },
    ),
  ];
  if (!countedStatuses.includes(status)) return ofDay;
  const figures = { conversions: 1, revenueMinor: valueMinor };
  return [...ofDay, ...rollupsOf({ ...conversion, at: convertedAt, traits: conversion, figures })];
}

/** The affiliate, the link and the currency of a commission's order. */
export interface OrderCredit extends Pick<Owner, 'affiliateId' | 'linkId'> {
  readonly currency: string;
}

interface CommissionFact extends MoneyFact {
  readonly amountMinor: number;
  readonly paidMinor?: number | undefined;
  /** Where it differs from the commission's own. */
  readonly order?: OrderCredit | undefined;
}

/** The amounts of a commission, for the commission itself and for its order, which another affiliate may have. */
function commissionAmountRollups(commission: CommissionFact): Rollup[] {
  const { order = commission, currency } = commission;
  const place = { dimension: 'amounts', at: dayOf(commission.convertedAt), value: null } as const;
  const amounts = commissionAmounts(commission);
  const own = { rows: 1, ...amounts };
  const ofOrder = order.currency === currency ? { commission: amounts.amount } : {};
  const { affiliateId, linkId } = order;
  return [
    rollupAt(place, { ...commission, figures: own }),
    rollupAt(place, { ...commission, affiliateId, linkId, figures: ofOrder }),
  ];
}

/** A commission's additions to sums in its present state, on the day of its order. */
export function commissionRollups(commission: CommissionFact): Rollup[] {
  const amounts = commissionAmountRollups(commission);
  if (!earnedStatuses.includes(commission.status)) return amounts;
  const { convertedAt: at, amountMinor: earningsMinor } = commission;
  return [
    ...amounts,
    ...rollupsOf({ ...commission, at, traits: commission, figures: { earningsMinor } }),
  ];
}

/** Sums that are added to. */
export type MutableSums = { -readonly [Name in keyof Sums]: Sums[Name] };

/** Adds figures to sums, or takes them off. */
export function addTo(sum: MutableSums, figures: Sums, sign: 1 | -1): void {
  for (const [name, value] of Object.entries(figures) as [keyof Sums, number][]) {
    sum[name] = (sum[name] ?? 0) + sign * value;
  }
}

/**
 * The difference between two lists of additions, each sum once, without unchanged sums. The order of the
 * lists does not matter.
 */
export function changeOf(before: readonly Rollup[], now: readonly Rollup[]): Rollup[] {
  const sums = new Map<string, { readonly part: Rollup; readonly sum: MutableSums }>();
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
