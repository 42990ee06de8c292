import fc from 'fast-check';
import { aConversion } from '@tributary/testing';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { evidenceFor } from '../../testing/evidence.ts';
import { evaluateSignals, scoreOf } from '../fraud-score.ts';
import { REVIEW_THRESHOLD } from '../scoring-settings.ts';
import { tooFast } from './too-fast.ts';

const CONVERTED_AT = Date.parse('2026-05-01T12:00:00.000Z');
const orderAfter = (elapsedMs: number) =>
  evidenceFor(
    aConversion({
      clickedAt: new Date(CONVERTED_AT - elapsedMs).toISOString(),
      convertedAt: new Date(CONVERTED_AT).toISOString(),
    }),
  );
const valueOf = (elapsedMs: number) =>
  tooFast.evaluate(orderAfter(elapsedMs), tooFast.defaults.thresholds).value;

describe('too_fast', () => {
  it('is 1 up to 8 s after the click and 0 from 15 s on', () => {
    expect([0, 8, 15, 60].map((seconds) => valueOf(seconds * SECOND_MS))).toEqual([1, 1, 0, 0]);
  });

  it('tolerates clocks that differ, and is not available for an order dated long before its click', () => {
    expect(valueOf(-MINUTE_MS)).toBe(1);
    expect(valueOf(-6 * MINUTE_MS)).toBeNull();
  });

  it('never flags alone, because a returning customer is as quick', () => {
    fc.assert(
      fc.property(fc.integer({ min: -MINUTE_MS, max: MINUTE_MS }), (elapsedMs) => {
        const { fraudScore } = scoreOf(evaluateSignals(orderAfter(elapsedMs)));
        expect(fraudScore).toBeLessThanOrEqual(REVIEW_THRESHOLD);
      }),
    );
    expect(tooFast.maxWeight).toBe(0.5);
  });
});
