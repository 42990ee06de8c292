import { currencyExponent } from '@tributary/money';

/** What milestones are counted of: a link's clicks, a campaign's conversions, and its revenue. */
export type MilestoneKind = 'clicks' | 'conversions' | 'revenue';

/** Something that milestones are counted of. */
export interface Subject {
  readonly kind: MilestoneKind;
  /** Of a link for clicks, of a campaign for the others. */
  readonly id: string;
  /** Of revenue; null elsewhere. */
  readonly currency: string | null;
}

export const subjectKey = ({ kind, id, currency }: Subject): string =>
  currency === null ? `${kind}:${id}` : `${kind}:${id}:${currency}`;

/** The least threshold of each kind: conversions, clicks, units of the currency. */
const FIRST: Readonly<Record<MilestoneKind, number>> = {
  clicks: 100,
  conversions: 10,
  revenue: 100,
};

const firstOf = ({ kind, currency }: Subject): number =>
  FIRST[kind] * 10 ** (currency === null ? 0 : currencyExponent(currency));

/** Every power of ten up to `total`, from the least one that counts; revenue in minor units. */
export function passedThresholds(subject: Subject, total: number): number[] {
  const passed: number[] = [];
  for (let at = firstOf(subject); at <= total; at *= 10) passed.push(at);
  return passed;
}

/** What `total` lacks to the next threshold. */
export function missingToNext(subject: Subject, total: number): number {
  let next = firstOf(subject);
  while (next <= total) next *= 10;
  return next - total;
}
