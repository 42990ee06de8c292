import { type FraudFigures } from './fraud-analysis.ts';

/** Sums of assessments. The sums of parts add up to those of the whole, however the parts are chosen. */
export interface FraudSums {
  readonly conversions: number;
  readonly scores: number;
  readonly highRisk: number;
  readonly flagged: number;
  readonly factors: readonly { readonly factor: string; readonly count: number }[];
  readonly affiliates: readonly AffiliateSums[];
}

interface AffiliateSums {
  readonly affiliateId: string;
  readonly conversions: number;
  readonly scores: number;
}

/** The sums of one affiliate's assessments with the same contributing factors. */
export interface AlikeAssessments {
  readonly affiliateId: string | null;
  readonly factors: readonly string[];
  readonly conversions: number;
  readonly scores: number;
  readonly highRisk: number;
  readonly flagged: number;
}

const MAX_AFFILIATES = 10_000;

const totalOf = <Part>(parts: readonly Part[], numberOf: (part: Part) => number): number =>
  parts.reduce((sum, part) => sum + numberOf(part), 0);

/** Adds up the sums of days or of groups of assessments. */
export function addUp(parts: readonly FraudSums[]): FraudSums {
  const factors = new Map<string, number>();
  const affiliates = new Map<
    string,
    { affiliateId: string; conversions: number; scores: number }
  >();
  for (const part of parts) {
    for (const { factor, count } of part.factors) {
      factors.set(factor, (factors.get(factor) ?? 0) + count);
    }
    for (const { affiliateId, conversions, scores } of part.affiliates) {
      const known = affiliates.get(affiliateId) ?? { affiliateId, conversions: 0, scores: 0 };
      known.conversions += conversions;
      known.scores += scores;
      affiliates.set(affiliateId, known);
    }
  }
  return {
    conversions: totalOf(parts, ({ conversions }) => conversions),
    scores: totalOf(parts, ({ scores }) => scores),
    highRisk: totalOf(parts, ({ highRisk }) => highRisk),
    flagged: totalOf(parts, ({ flagged }) => flagged),
    factors: [...factors].map(([factor, count]) => ({ factor, count })),
    affiliates: [...affiliates.values()],
  };
}

export const sumsOf = (alike: readonly AlikeAssessments[]): FraudSums =>
  addUp(
    alike.map(({ affiliateId, factors, ...sums }) => ({
      ...sums,
      factors: factors.map((factor) => ({ factor, count: sums.conversions })),
      affiliates:
        affiliateId === null
          ? []
          : [{ affiliateId, conversions: sums.conversions, scores: sums.scores }],
    })),
  );

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

/** The most frequent factors and the highest averages first. */
export function figuresOf(sums: FraudSums): FraudFigures {
  const { conversions, scores, highRisk, flagged } = sums;
  return {
    conversions,
    averageScore: conversions === 0 ? 0 : scores / conversions,
    highRisk,
    flagged,
    factors: sums.factors.toSorted((a, b) => b.count - a.count || byName(a.factor, b.factor)),
    affiliates: sums.affiliates
      .map((one) => ({
        affiliateId: one.affiliateId,
        conversions: one.conversions,
        averageScore: one.scores / one.conversions,
      }))
      .filter(({ averageScore }) => averageScore > 0)
      .sort((a, b) => b.averageScore - a.averageScore || byName(a.affiliateId, b.affiliateId))
      .slice(0, MAX_AFFILIATES),
  };
}
