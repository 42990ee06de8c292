import type { PaidTraffic } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import type { UnitKind } from './unit-batch.ts';

/** Whether a campaign pays for a click or an impression: yes, after a person's review, or never. */
export const unitStatuses = ['payable', 'held', 'refused'] as const;
export type UnitStatus = (typeof unitStatuses)[number];

/** How long a held click can be reviewed; it is refused afterwards. */
export const REVIEW_DAYS = 30;

export const reviewUntil = (from: Date): Date => new Date(from.getTime() + REVIEW_DAYS * DAY_MS);

/** Reasons of refusals that a person or the end of the review decides. */
export const REFUSED_IN_REVIEW = 'refused_in_review';
export const NOT_REVIEWED = 'not_reviewed';

/** A click or an impression of a campaign that pays for it. */
export interface Unit {
  readonly id: string;
  readonly kind: UnitKind;
  readonly affiliateId: string;
  readonly campaignId: string;
  readonly linkId: string;
  readonly at: Date;
  /** The visitor's first one of the link and day. */
  readonly isFirst: boolean;
  /** Why it does not count at all, such as `bot`; undefined where it does. */
  readonly invalidity: string | undefined;
  /** Absent from events of versions that signed no cookies. */
  readonly traffic: PaidTraffic | undefined;
}

/** How many payable clicks, or impressions, a day may bring from one address (of IPv6 its /64). */
export interface AddressLimits {
  readonly perLink: number;
  /** Over all links of the affiliate on the campaign, because links cost nothing. */
  readonly perAffiliate: number;
}

/** The UTC day of a statement, `YYYY-MM-DD`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export interface Verdict {
  readonly status: UnitStatus;
  /** Null where it is payable. */
  readonly reason: string | null;
}

const PAYABLE: Verdict = { status: 'payable', reason: null };
const held = (reason: string): Verdict => ({ status: 'held', reason });
const refused = (reason: string): Verdict => ({ status: 'refused', reason });

/** The names of the counters that limit a unit's address; none where its address is unknown. */
export function countersOf(unit: Unit): {
  readonly perLink: string;
  readonly perAffiliate: string;
} {
  const { kind, campaignId, affiliateId, linkId, at, traffic } = unit;
  const prefix = `${dayOf(at)}/${kind}/${traffic?.addressHash ?? ''}`;
  return {
    perLink: `${prefix}/link/${linkId}`,
    perAffiliate: `${prefix}/affiliate/${campaignId}/${affiliateId}`,
  };
}

/** The verdict before limits: what is plainly invalid is refused, what proves no visitor is held. */
function verdictOn({ invalidity, isFirst, traffic }: Unit): Verdict {
  const isCapped = invalidity === 'capped';
  if (invalidity !== undefined && !isCapped) return refused(invalidity);
  if (!isFirst && !isCapped) return refused('duplicate');
  if (traffic === undefined) return held('unsigned_visitor');
  if (traffic.visitor !== 'signed') return held(`${traffic.visitor}_visitor`);
  if (traffic.doubt !== null) return held(traffic.doubt);
  return isCapped ? held('click_cap') : PAYABLE;
}

export interface DecidedUnits {
  readonly decided: readonly { readonly unit: Unit; readonly verdict: Verdict }[];
  /** What the payable ones add to the counters. */
  readonly counted: ReadonlyMap<string, number>;
}

/**
 * Decides in the order of arrival which units are paid, held or refused.
 * @param used payable units so far, by counter
 */
export function decideUnitPayments(
  units: readonly Unit[],
  used: ReadonlyMap<string, number>,
  limits: AddressLimits,
): DecidedUnits {
  const counted = new Map<string, number>();
  const countOf = (name: string): number => (used.get(name) ?? 0) + (counted.get(name) ?? 0);
  const decided = units.map((unit) => {
    const verdict = verdictOn(unit);
    if (verdict.status !== 'payable') return { unit, verdict };
    const counters = countersOf(unit);
    const isWithin =
      countOf(counters.perLink) < limits.perLink &&
      countOf(counters.perAffiliate) < limits.perAffiliate;
    if (!isWithin) return { unit, verdict: held('address_limit') };
    for (const name of Object.values(counters)) counted.set(name, (counted.get(name) ?? 0) + 1);
    return { unit, verdict };
  });
  return { decided, counted };
}
