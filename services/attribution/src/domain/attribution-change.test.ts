import {
  addOutcomes,
  type AttributionChange,
  changeStatuses,
  decideApply,
  decideUndo,
  noCounts,
  requirePro,
  totalsOf,
} from './attribution-change.ts';

const FINGERPRINT = 'as previewed';
const changeIn = (status: AttributionChange['status']) =>
  ({ status, fingerprint: FINGERPRINT }) as AttributionChange;

const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('a change', () => {
  it('is applied from a ready preview alone, and a repetition does nothing', () => {
    const results = changeStatuses.map((status) =>
      codeOf(() => decideApply(changeIn(status), FINGERPRINT, FINGERPRINT)),
    );
    expect(results).toEqual([
      ...['change_not_ready', true, false, false, 'change_undone', 'change_undone'],
    ]);
  });

  it('is not applied with another fingerprint than that of the preview, or where the terms moved on', () => {
    expect(codeOf(() => decideApply(changeIn('ready'), 'other', 'other'))).toBe(
      'fingerprint_mismatch',
    );
    expect(codeOf(() => decideApply(changeIn('ready'), FINGERPRINT, 'other'))).toBe(
      'terms_changed',
    );
    expect(decideApply(changeIn('applied'), FINGERPRINT, 'other')).toBe(false);
  });

  it('is undone where it is applied, once', () => {
    const results = changeStatuses.map((status) => codeOf(() => decideUndo(changeIn(status))));
    const refused = 'change_not_applied';
    expect(results).toEqual([refused, refused, refused, true, false, false]);
  });

  it('needs the Pro tier', () => {
    expect(codeOf(() => requirePro({ plan: 'free' }))).toBe('plan_required');
    for (const plan of ['pro', 'enterprise']) expect(() => requirePro({ plan })).not.toThrow();
  });

  it('counts what moved and what was skipped by reason', () => {
    const first = addOutcomes(noCounts, [{ skipped: null }, { skipped: 'reversed' }]);
    expect(addOutcomes(first, [{ skipped: 'reversed' }, { skipped: 'unchanged' }])).toEqual({
      conversions: 4,
      changed: 1,
      skipped: { reversed: 2, unchanged: 1 },
    });
  });

  it('sums up the moves of each affiliate by currency', () => {
    const move = (affiliateId: string, beforeMinor: number, afterMinor: number) => ({
      ...{ affiliateId, beforeMinor, afterMinor, clawedBackMinor: 1 },
    });
    const totals = totalsOf([
      { currency: 'USD', moves: [move('anna', 10, 4), move('bela', 0, 6)] },
      { currency: 'USD', moves: [move('anna', 5, 0)] },
      { currency: 'EUR', moves: [move('anna', 1, 2)] },
    ]);
    const anna = { affiliateId: 'anna', conversions: 1 };
    expect(totals).toEqual([
      {
        ...anna,
        currency: 'USD',
        conversions: 2,
        beforeMinor: 15,
        afterMinor: 4,
        clawedBackMinor: 2,
      },
      {
        affiliateId: 'bela',
        currency: 'USD',
        conversions: 1,
        beforeMinor: 0,
        afterMinor: 6,
        clawedBackMinor: 1,
      },
      { ...anna, currency: 'EUR', beforeMinor: 1, afterMinor: 2, clawedBackMinor: 1 },
    ]);
  });
});
