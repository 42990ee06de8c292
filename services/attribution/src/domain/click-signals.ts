import { type ConversionSnapshot } from '@tributary/contracts';
import { SECOND_MS, MINUTE_MS, DAY_MS } from '@tributary/units';
import { type Finding, ramped } from './fraud-score.ts';
import { type FraudWeights } from './fraud-weights.ts';
import { type Journey } from './touch.ts';

const INJECTION = {
  /** Another affiliate's visitor for at least so long; two clicks in a row are one person looking around. */
  settledMs: 5 * MINUTE_MS,
  withinMs: DAY_MS,
} as const;

/**
 * A click right before an order that was under way already: another affiliate had led to it, or the cart
 * had been opened before (coupon hijack, injection).
 */
export function checkoutInjection(
  conversion: ConversionSnapshot,
  { touches }: Journey,
  weights: FraudWeights,
): Finding {
  const base = { factor: 'checkout_injection' as const };
  const { clickedAt, affiliateId, convertedAt } = conversion;
  if (clickedAt === null || affiliateId === null) {
    return { ...base, value: null, evidence: 'Not available: no click is credited' };
  }
  const clicked = Date.parse(clickedAt);
  const led = touches.filter(({ affiliateId: other, occurredAt }) => {
    const beforeMs = clicked - (occurredAt?.getTime() ?? NaN);
    return (
      other !== affiliateId && beforeMs >= INJECTION.settledMs && beforeMs <= INJECTION.withinMs
    );
  });
  const seconds = Math.max(0, (Date.parse(convertedAt) - clicked) / SECOND_MS);
  const opened = conversion.evidence?.cartOpenedAt ?? null;
  const isUnderWay = opened !== null && Date.parse(opened) < clicked;
  if (led.length === 0 && !isUnderWay) {
    return { ...base, value: 0, evidence: 'Nothing had led the visitor to the order before' };
  }
  const value = ramped(seconds, weights.checkout_injection.thresholds.seconds);
  const why =
    led.length > 0 ? 'another affiliate had led the visitor already' : 'the cart was open already';
  return {
    ...base,
    value,
    evidence: `The click came ${Math.floor(seconds)} s before the order, when ${why}`,
  };
}

/** @param navigated whether the click opened a page; null where the browser does not say */
export function noNavigation(navigated: boolean | null): Finding {
  const base = { factor: 'no_navigation' as const };
  if (navigated === null) {
    return {
      ...base,
      value: null,
      evidence: 'Not available: the browser does not say how the click came about',
    };
  }
  return navigated
    ? { ...base, value: 0, evidence: 'The click opened a page' }
    : { ...base, value: 1, evidence: 'The click loaded an image, a frame or a prefetch, no page' };
}
