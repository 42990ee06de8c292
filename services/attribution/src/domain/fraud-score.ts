import { type FraudFactor } from '@tributary/contracts';
import { allocateLargestRemainder, toIntegerWeights } from '@tributary/money';
import {
  type FactorName,
  type FactorSettings,
  type FraudWeights,
  type Ramp,
} from './fraud-weights.ts';

/** One factor as it was found on a conversion. */
export interface Finding {
  readonly factor: FactorName;
  /** 0 to 1; null where the signal was not available. */
  readonly value: number | null;
  readonly evidence: string;
}

/** A finding as it counts in the score. */
export interface Signal {
  readonly factor: string;
  /** 0 to 1; null where the signal was not available, which is named and never counted. */
  readonly value: number | null;
  /** 0 to below 1: the score that this factor alone can bring about. */
  readonly weight: number;
  readonly evidence: string;
}

export interface FraudScore {
  readonly fraudScore: number;
  readonly factors: readonly FraudFactor[];
}

/** Scores and contributions have six decimals, and add up to the last of them. */
const MICRO = 1_000_000;

/** 0 up to `from`, 1 at `to`, straight in between; `from` above `to` falls instead of rising. */
export function ramp(value: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (value - from) / (to - from)));
}

/** As the brand wants it ramped. */
export const ramped = (value: number, { from, to }: Ramp): number => ramp(value, from, to);

/** What was found, weighted; a factor that is switched off is named and never counted. */
export const weighted = (findings: readonly Finding[], weights: FraudWeights): Signal[] =>
  findings.map((finding) => {
    const { enabled, weight }: FactorSettings = weights[finding.factor];
    return enabled
      ? { ...finding, weight }
      : { ...finding, weight, value: null, evidence: 'Not counted: the brand switched it off' };
  });

/**
 * The weighted noisy-or of the signals: 1 - product of (1 - weight x value). A signal's contribution is
 * its part of the logarithm of that product, so that the contributions sum to the score exactly.
 * The order of the signals does not matter.
 */
export function scoreOf(signals: readonly Signal[]): FraudScore {
  const ordered = signals.toSorted((a, b) => (a.factor < b.factor ? -1 : 1));
  const logs = ordered.map(({ value, weight }) => -Math.log1p(-weight * (value ?? 0)));
  const sum = logs.reduce((total, log) => total + log, 0);
  const scoreMicro = Math.round(-Math.expm1(-sum) * MICRO);
  const isNothing = sum === 0;
  const parts = isNothing
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
