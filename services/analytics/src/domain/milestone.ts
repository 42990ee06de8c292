import { currencyExponent } from '@tributary/money';

/** The kinds of milestones: a link's clicks, a campaign's conversions, a campaign's revenue. */
export type MilestoneKind = 'clicks' | 'conversions' | 'revenue';

/** A total that has milestones. */
export interface Subject {
  readonly kind: MilestoneKind;
  /** The id of the link for clicks, of the campaign otherwise. */
  readonly id: string;
  /** The currency of revenue; otherwise null. */
  readonly currency: string | null;
}

export const subjectKey = ({ kind, id, currency }: Subject): string =>
  currency === null ? `${kind}:${id}` : `${kind}:${id}:${currency}`;

/** The lowest threshold of each kind: conversions, clicks, units of the currency. */
const FIRST: Readonly<Record<MilestoneKind, number>> = {
  clicks: 100,
  conversions: 10,
  revenue: 100,
};

const firstOf = ({ kind, currency }: Subject): number =>
  FIRST[kind] * 10 ** (currency === null ? 0 : currencyExponent(currency));

/** Every power of ten from the lowest threshold up to `total`; revenue in minor units. */
export function passedThresholds(subject: Subject, total: number): number[] {
  const passed: number[] = [];
  for (let at = firstOf(subject); at <= total; at *= 10) passed.push(at);
  return passed;
}

/** The difference between the next threshold and `total`. */
export function missingToNext(subject: Subject, total: number): number {
  let next = firstOf(subject);
  while (next <= total) next *= 10;
  return next - total;
}
