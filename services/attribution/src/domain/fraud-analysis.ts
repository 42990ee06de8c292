import { signals } from './scoring-settings.ts';

const descriptions: ReadonlyMap<string, string> = new Map(
  signals.map(({ name, description }) => [name, description]),
);

/** Figures of many assessments. */
export interface FraudFigures {
  readonly conversions: number;
  /** 0 to 1. */
  readonly averageScore: number;
  /** Above the review threshold. */
  readonly highRisk: number;
  /** Requiring review for any reason. */
  readonly flagged: number;
  /** How many conversions each factor contributed to, the most frequent first. */
  readonly factors: readonly { readonly factor: string; readonly count: number }[];
  readonly affiliates: readonly AffiliateFigures[];
}

export interface AffiliateFigures {
  readonly affiliateId: string;
  readonly conversions: number;
  readonly averageScore: number;
}

export interface FraudPattern {
  readonly pattern: string;
  readonly count: number;
  readonly description: string;
}

/** An affiliate with a higher average score is suspicious. */
export const SUSPICIOUS_AVERAGE = 0.5;
/** Fewer conversions of an affiliate prove too little. */
export const SUSPICIOUS_FROM = 5;

export const isSuspicious = ({
  conversions,
  averageScore,
}: Pick<AffiliateFigures, 'conversions' | 'averageScore'>): boolean =>
  conversions >= SUSPICIOUS_FROM && averageScore > SUSPICIOUS_AVERAGE;

/** General patterns first, then one per factor. */
export function patternsOf({ highRisk, flagged, factors }: FraudFigures): FraudPattern[] {
  const general = [
    {
      pattern: 'high_fraud_score',
      count: highRisk,
      description: 'Conversions whose fraud score is above 50',
    },
    {
      pattern: 'flagged_for_review',
      count: flagged,
      description: 'Conversions that a person should review before they are paid',
    },
  ];
  const ofFactors = factors.map(({ factor, count }) => ({
    pattern: factor,
    count,
    description: descriptions.get(factor) ?? 'Conversions with this sign of fraud',
  }));
  return [...general, ...ofFactors].filter(({ count }) => count > 0);
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
const plural = (count: number, word: string): string =>
  `${count} ${count === 1 ? word : `${word}s`}`;

/** Recommended actions. */
export function recommendationsOf(figures: FraudFigures): string[] {
  const { conversions, highRisk, flagged, affiliates, factors } = figures;
  if (conversions === 0) return ['There are no conversions in this period.'];
  const suspicious = affiliates.filter(isSuspicious);
  const [main] = factors;
  const advice: string[] = [];
  if (flagged > 0) {
    advice.push(
      `Review the ${plural(flagged, 'flagged conversion')} (${percent(flagged, conversions)} of all): none of them is paid before you do.`,
    );
  }
  if (suspicious.length > 0) {
    advice.push(
      `Check the traffic of ${plural(suspicious.length, 'suspicious affiliate')} before approving more of their conversions.`,
    );
  }
  if (highRisk > 0 && main !== undefined) {
    advice.push(
      `The most frequent sign is ${main.factor}, on ${plural(main.count, 'conversion')}: ${lowered(descriptions.get(main.factor) ?? main.factor)}.`,
    );
  }
  return advice.length > 0 ? advice : ['Nothing in this period requires action.'];
}

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
