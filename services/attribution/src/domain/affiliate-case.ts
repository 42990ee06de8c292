import { type FraudFactor } from '@tributary/contracts';

const isOfAffiliate = ({ factor }: FraudFactor): boolean => factor.startsWith('aff');

/**
 * What an affiliate's traffic as a whole shows beyond doubt, by the factors of one of its orders. It holds no order by
 * itself, and opens a case.
 */
export const caseEvidenceOf = (
  factors: readonly FraudFactor[],
): Pick<FraudFactor, 'factor' | 'evidence'>[] =>
  factors
    .filter((one) => isOfAffiliate(one) && one.value === 1)
    .map(({ factor, evidence }) => ({ factor, evidence }));

/** An affiliate's latest conversions as warnings state them. */
export const shownFigures = ({
  conversions,
  averageScore,
}: {
  readonly conversions: number;
  readonly averageScore: number;
}) => ({ conversions, averageFraudScore: Math.round(averageScore * 1e6) / 1e6 });
