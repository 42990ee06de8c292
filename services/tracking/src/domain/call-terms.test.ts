import { aCampaign } from '@tributary/testing';
import fc from 'fast-check';
import { decideCallTerms } from './call-terms.ts';

const perMinute = { payoutType: 'per_minute', payoutMinor: 150, minDurationSeconds: 30 } as const;
const perCall = { ...perMinute, payoutType: 'per_call' } as const;

describe('decideCallTerms', () => {
  it.each([
    [29, '0.00', 'below_minimum_duration'],
    [30, '1.50', null],
    [60, '1.50', null],
    [61, '3.00', null],
    [3_600, '90.00', null],
  ])('per minute: %d s earn %s', (seconds, value, unpayableReason) => {
    const decided = decideCallTerms(aCampaign({ call: perMinute }), seconds);
    expect(decided).toEqual({
      terms: { type: 'fixed', value, currency: 'USD', holdDays: 0 },
      unpayableReason,
    });
  });

  it('pays the same for every call of at least the minimum duration', () => {
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 86_400 }), (seconds) => {
        const { terms } = decideCallTerms(aCampaign({ call: perCall }), seconds);
        expect(terms.value).toBe('1.50');
      }),
    );
  });

  it('refuses calls for a campaign that does not pay for them', () => {
    expect(() => decideCallTerms(aCampaign(), 60)).toThrow('does not pay for calls');
    expect(() => decideCallTerms(aCampaign({ call: null }), 60)).toThrow();
  });
});
