import { aConversion } from '@tributary/testing';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { evidenceFor, orderEvidence } from '../../testing/evidence.ts';
import { type Touch } from '../touch.ts';
import { checkoutInjection } from './checkout-injection.ts';

const CLICKED_AT = '2026-05-01T12:00:00.000Z';

const touch = (affiliateId: string, minutesBefore: number): Touch => ({
  affiliateId,
  clickId: 'earlier',
  linkId: null,
  occurredAt: new Date(Date.parse(CLICKED_AT) - minutesBefore * MINUTE_MS),
});

function valueOf(seconds: number, touches: readonly Touch[], cartOpenedAt: string | null = null) {
  const convertedAt = new Date(Date.parse(CLICKED_AT) + seconds * SECOND_MS);
  const conversion = aConversion({
    affiliateId: 'coupon',
    clickedAt: CLICKED_AT,
    convertedAt: convertedAt.toISOString(),
    evidence: orderEvidence({ cartOpenedAt }),
  });
  const evidence = evidenceFor(conversion, { journey: { touches, convertedAt } });
  return checkoutInjection.evaluate(evidence, checkoutInjection.defaults.thresholds).value;
}

describe('checkout_injection', () => {
  it('is high when another affiliate had led the visitor minutes before', () => {
    expect(valueOf(20, [touch('blog', 30)])).toBe(0.8);
    expect(valueOf(60, [touch('blog', 30)])).toBe(0);
  });

  it('is 1 with an open cart as well, which alone is weak', () => {
    expect(valueOf(20, [touch('blog', 30)], '2026-05-01T11:50:00.000Z')).toBe(1);
    expect(valueOf(20, [], '2026-05-01T11:50:00.000Z')).toBe(0.5);
    expect(valueOf(20, [], '2026-05-01T12:00:05.000Z')).toBe(0);
  });

  it('is 0 for a visitor who compares affiliates, comes a day later or follows one affiliate', () => {
    expect(valueOf(20, [touch('blog', 1)])).toBe(0);
    expect(valueOf(20, [touch('blog', 1_500)])).toBe(0);
    expect(valueOf(20, [touch('coupon', 30)])).toBe(0);
    expect(valueOf(20, [])).toBe(0);
  });
});
