import { type AttackName, attackNames } from '@tributary/traffic';
import { scoreOf } from '../../domain/fraud-score.ts';
import { REVIEW_THRESHOLD } from '../../domain/scoring-settings.ts';
import { type ScoredConversion } from './run-world.ts';

/** The recall target applies from this day on; before it affiliates have no history. */
const SETTLED_DAY = 7;

/** How well flags separate fraud from honest orders. A share of nothing is null. */
export interface Figures {
  readonly honest: number;
  readonly fraud: number;
  readonly falsePositiveRate: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly recallSettled: number | null;
  /** Mean squared difference between score and truth. */
  readonly brier: number | null;
  readonly byAttack: Readonly<
    Record<AttackName, { readonly cold: number | null; readonly settled: number | null }>
  >;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const isFlagged = ({ fraudScore }: ScoredConversion): boolean => fraudScore > REVIEW_THRESHOLD;
const flaggedShare = (some: readonly ScoredConversion[]): number | null =>
  share(some.filter(isFlagged).length, some.length);
const settledOf = (some: readonly ScoredConversion[]): ScoredConversion[] =>
  some.filter(({ day }) => day >= SETTLED_DAY);

export function figuresOf(scored: readonly ScoredConversion[]): Figures {
  const fraud = scored.filter(({ attack }) => attack !== null);
  const honest = scored.filter(({ attack }) => attack === null);
  const caught = fraud.filter(isFlagged).length;
  const accused = honest.filter(isFlagged).length;
  const squares = scored.map(
    ({ attack, fraudScore }) => (fraudScore - (attack === null ? 0 : 1)) ** 2,
  );
  const byAttack = attackNames.map((name) => {
    const own = fraud.filter(({ attack }) => attack === name);
    return [name, { cold: flaggedShare(own), settled: flaggedShare(settledOf(own)) }] as const;
  });
  return {
    honest: honest.length,
    fraud: fraud.length,
    falsePositiveRate: share(accused, honest.length),
    precision: share(caught, caught + accused),
    recall: share(caught, fraud.length),
    recallSettled: flaggedShare(settledOf(fraud)),
    brier: share(
      squares.reduce((sum, square) => sum + square, 0),
      scored.length,
    ),
    byAttack: Object.fromEntries(byAttack) as Figures['byAttack'],
  };
}

/** The same conversions, scored without some factors. */
export const without = (
  scored: readonly ScoredConversion[],
  isLeftOut: (factor: string) => boolean,
): ScoredConversion[] =>
  scored.map((one) => {
    const { fraudScore } = scoreOf(one.factors.filter(({ factor }) => !isLeftOut(factor)));
    return { ...one, fraudScore };
  });

/** Which factors each ablation leaves out. */
export const ablations: readonly {
  readonly name: string;
  readonly isLeftOut: (factor: string) => boolean;
}[] = [
  { name: 'all factors', isLeftOut: () => false },
  { name: 'no affiliate history', isLeftOut: (factor) => factor.startsWith('aff') },
  { name: 'no cart or path before', isLeftOut: (factor) => factor === 'checkout_injection' },
  {
    name: 'no fetch metadata',
    isLeftOut: (factor) => factor === 'no_navigation' || factor === 'aff_quality',
  },
  {
    name: 'no device',
    isLeftOut: (factor) => ['device_velocity', 'device_mismatch', 'aff_multi_id'].includes(factor),
  },
  {
    name: 'no lists',
    isLeftOut: (factor) => ['datacenter_ip', 'vpn_ip', 'disposable_email'].includes(factor),
  },
  { name: 'no self-referral', isLeftOut: (factor) => factor === 'self_referral' },
];

export interface CurvePoint {
  readonly threshold: number;
  readonly precision: number;
  readonly recall: number;
}

/** Precision and recall for every possible threshold, the highest first. */
export function precisionRecall(scored: readonly ScoredConversion[]): CurvePoint[] {
  const fraud = scored.filter(({ attack }) => attack !== null).length;
  if (fraud === 0) return [];
  const sorted = scored.toSorted((a, b) => b.fraudScore - a.fraudScore);
  const points: CurvePoint[] = [];
  let caught = 0;
  sorted.forEach(({ attack, fraudScore }, index) => {
    if (attack !== null) caught += 1;
    // A threshold flags equal scores together.
    if (sorted[index + 1]?.fraudScore === fraudScore) return;
    points.push({
      threshold: fraudScore,
      precision: caught / (index + 1),
      recall: caught / fraud,
    });
  });
  return points;
}
