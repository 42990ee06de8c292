import { type FraudFactor } from '@tributary/contracts';
import { allocateLargestRemainder, toIntegerWeights } from '@tributary/money';
import { type Evidence } from './evidence.ts';
import { type Finding } from './finding.ts';
import { type AllSignalSettings, defaultScoring, signals } from './scoring-settings.ts';

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
function logsOf(findings: readonly WeightedFinding[]): number[] {
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

/**
 * Combines findings by a weighted noisy-or over their causes: 1 - product of (1 - weight x value), of each cause
 * with its strongest finding. A finding's contribution is its part of the logarithm of that product. A value of null
 * counts as 0. The order does not matter.
 */
export function scoreOf(findings: readonly WeightedFinding[]): FraudScore {
  const ordered = findings.toSorted((a, b) => (a.factor < b.factor ? -1 : 1));
  const logs = logsOf(ordered);
  const sum = logs.reduce((total, log) => total + log, 0);
  const scoreMicro = Math.round(-Math.expm1(-sum) * MICRO);
  const parts =
    sum === 0
      ? logs.map(() => 0)
      : allocateLargestRemainder(scoreMicro, toIntegerWeights(logs.map((log) => log / sum)));
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
