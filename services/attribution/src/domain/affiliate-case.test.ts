import { type FraudFactor } from '@tributary/contracts';
import { caseEvidenceOf } from './affiliate-case.ts';

const factor = (name: string, value: number | null): FraudFactor => ({
  factor: name,
  value,
  weight: 0.4,
  contribution: 0,
  evidence: `${name} was seen`,
});

describe('the case of an affiliate', () => {
  it('rests on what its traffic as a whole shows beyond doubt', () => {
    const factors = [
      factor('aff_cr_high', 1),
      factor('affiliate_history', 1),
      factor('aff_refund', 0.9),
      factor('aff_quality', null),
      factor('ip_velocity', 1),
    ];
    expect(caseEvidenceOf(factors)).toEqual([
      { factor: 'aff_cr_high', evidence: 'aff_cr_high was seen' },
      { factor: 'affiliate_history', evidence: 'affiliate_history was seen' },
    ]);
  });

  it('is none where only single orders are suspicious', () => {
    expect(caseEvidenceOf([factor('too_fast', 1)])).toEqual([]);
  });
});
