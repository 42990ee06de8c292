import { type ConversionSnapshot } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { DAY_MS, HOUR_MS, SECOND_MS } from '@tributary/units';
import { evidenceFor } from '../../testing/evidence.ts';
import { defaultSettings } from '../attribution.ts';
import { outsideWindow } from './outside-window.ts';

const CONVERTED_AT = Date.parse('2026-05-01T12:00:00.000Z');

function evaluate(
  clickAgeMs: number,
  given: Partial<ConversionSnapshot> = {},
  lookbackWindowDays = 30,
) {
  const conversion = aConversion({
    affiliateId: null,
    clickedAt: new Date(CONVERTED_AT - clickAgeMs).toISOString(),
    convertedAt: new Date(CONVERTED_AT).toISOString(),
    ...given,
  });
  const settings = { ...defaultSettings, lookbackWindowDays };
  return outsideWindow.evaluate(evidenceFor(conversion, { settings }), {});
}

describe('outside_window', () => {
  it('is 1 for a click before the window, for which no affiliate is credited', () => {
    expect(evaluate(61 * DAY_MS)).toEqual({
      value: 1,
      evidence:
        'The click, 61 days before the order, lies outside the attribution window of 30 days',
    });
    expect(evaluate(7 * DAY_MS, {}, 7).value).toBe(0);
    expect(evaluate(7 * DAY_MS + 1, {}, 7).value).toBe(1);
  });

  it('is 1 for a click from the future', () => {
    expect(evaluate(-2 * HOUR_MS)).toEqual({
      value: 1,
      evidence: 'The click came 120 minutes after the order',
    });
  });

  it('is 0 for a click that earns nothing for another reason', () => {
    expect(evaluate(8 * SECOND_MS)).toEqual({
      value: 0,
      evidence: 'The click lies within the attribution window of 30 days',
    });
  });

  it('is not available without a click', () => {
    expect(evaluate(HOUR_MS, { clickId: null }).value).toBeNull();
  });
});
