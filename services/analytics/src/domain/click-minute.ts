import { type ClickCount } from '@tributary/contracts';
import { type ClickCounts, type Figures } from './metrics.ts';
import { dayOf, hourOf } from './period.ts';
import {
  type Dimension,
  type Owner,
  type Rollup,
  rollupAt,
  type Traits,
  traitsOf,
} from './rollup.ts';

/** Clicks with the same traits. */
export interface TraitCounts extends Traits, ClickCounts {}

/** Clicks of a link in a minute, UTC; several add up. */
export interface ClickMinute extends Owner, ClickCounts {
  readonly at: Date;
  /** Where events are stored one by one. */
  readonly eventId?: string;
  readonly traits: readonly TraitCounts[];
}

/** Few enough that a document stays small, whatever visitors invent. */
export const MAX_TRAITS = 500;

const noClicks: ClickCounts = { unique: 0, duplicate: 0, invalid: 0 };

const add = (a: ClickCounts, b: ClickCounts): ClickCounts => {
  const withoutConsent = (a.withoutConsent ?? 0) + (b.withoutConsent ?? 0);
  return {
    unique: a.unique + b.unique,
    duplicate: a.duplicate + b.duplicate,
    invalid: a.invalid + b.invalid,
    ...(withoutConsent === 0 ? {} : { withoutConsent }),
  };
};

/** Sums counts by link, minute and traits, so that many events are few writes. */
export function clickMinutesOf(counts: readonly ClickCount[]): ClickMinute[] {
  const alike = Map.groupBy(counts, ({ linkId, minute }) => `${linkId} ${minute}`);
  return [...alike.values()].flatMap(minutesOf);
}

/** The counts of one link and minute. */
function minutesOf(counts: readonly ClickCount[]): ClickMinute[] {
  const [first] = counts;
  if (first === undefined) return [];
  const { affiliateId, brandId, campaignId, linkId } = first;
  const about = { at: new Date(first.minute), affiliateId, brandId, campaignId, linkId };
  const traits = summed(counts.flatMap((count) => count.traits));
  return Array.from({ length: Math.ceil(traits.length / MAX_TRAITS) }, (_, index) => {
    const some = traits.slice(index * MAX_TRAITS, (index + 1) * MAX_TRAITS);
    return { ...about, ...some.reduce<ClickCounts>(add, noClicks), traits: some };
  });
}

function summed(counts: readonly TraitCounts[]): TraitCounts[] {
  const sums = new Map<string, TraitCounts>();
  for (const count of counts) {
    const traits = traitsOf(count);
    const key = JSON.stringify(traits);
    sums.set(key, { ...traits, ...add(sums.get(key) ?? noClicks, count) });
  }
  return [...sums.values()];
}

/** The additions of a minute to sums. */
export function minuteRollups(minute: ClickMinute): Rollup[] {
  const { at, affiliateId, brandId, campaignId, linkId } = minute;
  const owner = { affiliateId, brandId, campaignId, linkId, currency: null };
  const day = dayOf(at);
  const rollup = (dimension: Dimension, begin: Date, value: unknown, counts: ClickCounts) =>
    rollupAt({ dimension, at: begin, value }, { ...owner, figures: withoutZeros(counts) });
  return [
    rollup('hour', hourOf(at), null, minute),
    rollup('day', day, null, minute),
    ...minute.traits.flatMap((counts) => {
      const { utm, country, device, browser } = traitsOf(counts);
      return [
        rollup('utm', day, utm, counts),
        rollup('country', day, country, counts),
        rollup('device', day, { device, browser }, counts),
      ];
    }),
  ];
}

const withoutZeros = ({
  unique,
  duplicate,
  invalid,
  withoutConsent = 0,
}: ClickCounts): Partial<Figures> => ({
  ...(unique === 0 ? {} : { unique }),
  ...(duplicate === 0 ? {} : { duplicate }),
  ...(invalid === 0 ? {} : { invalid }),
  ...(withoutConsent === 0 ? {} : { withoutConsent }),
});

/** All clicks of a count. */
export const clicksIn = ({ unique, duplicate, invalid }: ClickCounts): number =>
  unique + duplicate + invalid;
