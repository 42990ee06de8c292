import { type FraudFactor } from '@tributary/contracts';
import { allocateLargestRemainder, toIntegerWeights } from '@tributary/money';
import { type Calibration, probabilityOf, slopeOf } from './calibration.ts';
import { type Evidence } from './evidence.ts';
import { type Finding } from './finding.ts';
import {
  type AllSignalSettings,
  defaultScoring,
  REVIEW_THRESHOLD,
  signals,
} from './scoring-settings.ts';

/** A finding with the name and weight that it counts by. */
export interface WeightedFinding extends Finding {
  readonly factor: string;
  /** The score that this factor alone can reach, from 0 to below 1. */
  readonly weight: number;
}

export interface FraudScore {
  readonly fraudScore: number;
  readonly factors: readonly FraudFactor[];
}

/** Scores and contributions have six decimals, and contributions sum to the score exactly. */
const MICRO = 1_000_000;

const switchedOff: Finding = { value: null, evidence: 'Not counted: the brand switched it off' };

/**
 * Evaluates every signal. Evidence holds earlier orders only and no signal reads a clock, so that the result
 * is the same at any later time.
 */
export const evaluateSignals = (
  evidence: Evidence,
  settings: AllSignalSettings = defaultScoring.signals,
): WeightedFinding[] =>
  signals.map(({ name, evaluate }) => {
    const { enabled, weight, thresholds } = settings[name];
    const finding = enabled ? evaluate(evidence, thresholds) : switchedOff;
    return { factor: name, weight, ...finding };
  });

const causes: ReadonlyMap<string, string> = new Map(
  signals.map(({ name, cause }) => [name, cause]),
);

/** The logarithm of what each finding leaves of the product; 0 where another one of the same cause is stronger. */
function logsOf(findings: readonly CountedFinding[]): number[] {
  const logs = findings.map(({ value, weight }) => -Math.log1p(-weight * (value ?? 0)));
  const strongest = new Map<string, number>();
  findings.forEach(({ factor }, index) => {
    const cause = causes.get(factor) ?? factor;
    const known = strongest.get(cause);
    if (known === undefined || (logs[index] ?? 0) > (logs[known] ?? 0)) strongest.set(cause, index);
  });
  const counted = new Set(strongest.values());
  return logs.map((log, index) => (counted.has(index) ? log : 0));
}

type CountedFinding = Pick<WeightedFinding, 'factor' | 'value' | 'weight'>;

const byFactor = (a: CountedFinding, b: CountedFinding): number => (a.factor < b.factor ? -1 : 1);

const totalOf = (numbers: readonly number[]): number =>
  numbers.reduce((total, one) => total + one, 0);

/** The logarithms by which findings count, by factor: those above 0 alone. */
export function countedLogs(findings: readonly CountedFinding[]): Map<string, number> {
  const ordered = findings.toSorted(byFactor);
  const logs = logsOf(ordered);
  const entries = ordered.map(({ factor }, index) => [factor, logs[index] ?? 0] as const);
  return new Map(entries.filter(([, log]) => log > 0));
}

/** A weighted noisy-or: 1 - product of (1 - weight x value). */
const noisyOr = (logs: readonly number[]): number => -Math.expm1(-totalOf(logs));

/**
 * The calibrated probability. Without any evidence it is 0; one cause that is not enough by its weight is not enough by
 * what was learned either, so that no shared address and nothing about an affiliate as a whole flags alone.
 * @param logs those of the findings
 * @param parts the same as they count by the calibration
 */
function calibrated(logs: readonly number[], parts: readonly number[], base: number): number {
  const evidence = totalOf(parts);
  if (evidence === 0) return 0;
  const probability = probabilityOf(base + evidence);
  const isOneCause = parts.filter((part) => part > 0).length === 1;
  return isOneCause && noisyOr(logs) <= REVIEW_THRESHOLD
    ? Math.min(REVIEW_THRESHOLD, probability)
    : probability;
}

/** How findings count, and the probability that they make up. */
function weigh(findings: readonly CountedFinding[], calibration: Calibration | undefined) {
  const logs = logsOf(findings);
  if (calibration === undefined) return { parts: logs, probability: noisyOr(logs) };
  const parts = logs.map((log, index) => log * slopeOf(calibration, findings[index]?.factor ?? ''));
  return { parts, probability: calibrated(logs, parts, calibration.base) };
}

/** The score alone, of findings whose evidence is not needed. */
export const probabilityOfFraud = (
  findings: readonly CountedFinding[],
  calibration: Calibration | undefined,
): number =>
  Math.round(weigh(findings.toSorted(byFactor), calibration).probability * MICRO) / MICRO;

/**
 * Combines findings over their causes, of each cause with its strongest finding: the probability that the order is fraud,
 * by the logarithms of 1 - weight x value as the calibration counts them; without a calibration by a weighted noisy-or. A
 * finding's contribution is its part of what counts. A value of null counts as 0. The order does not matter.
 */
export function scoreOf(
  findings: readonly WeightedFinding[],
  calibration?: Calibration,
): FraudScore {
  const ordered = findings.toSorted(byFactor);
  const { parts: counted, probability } = weigh(ordered, calibration);
  const sum = totalOf(counted);
  const scoreMicro = Math.round(probability * MICRO);
  const parts =
    sum === 0
      ? counted.map(() => 0)
      : allocateLargestRemainder(scoreMicro, toIntegerWeights(counted.map((part) => part / sum)));
  const factors = ordered.map(({ factor, value, weight, evidence }, index) => ({
    factor,
    value,
    weight,
    contribution: (parts[index] ?? 0) / MICRO,
    evidence,
  }));
  return {
    fraudScore: scoreMicro / MICRO,
    factors: factors.sort((a, b) => b.contribution - a.contribution),
  };
}
