import { type ConversionSnapshot } from '@tributary/contracts';
import { ramp, type Signal } from './fraud-score.ts';
import { type Journey } from './touch.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 86_400 * SECOND_MS;

const INJECTION = {
  weight: 0.7,
  fromS: 60,
  toS: 25,
  /** Another affiliate's visitor for at least so long; two clicks in a row are one person looking around. */
  settledMs: 5 * MINUTE_MS,
  withinMs: DAY_MS,
} as const;
const NO_NAVIGATION_WEIGHT = 0.35;

/** A click right before an order that another affiliate had led to (coupon hijack, injection). */
export function checkoutInjection(conversion: ConversionSnapshot, { touches }: Journey): Signal {
  const base = { factor: 'checkout_injection', weight: INJECTION.weight };
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
  if (led.length === 0) {
    return { ...base, value: 0, evidence: 'No other affiliate had led the visitor that day' };
  }
  const value = ramp(seconds, INJECTION.fromS, INJECTION.toS);
  const evidence = `The click came ${Math.floor(seconds)} s before the order, when another affiliate had led the visitor already`;
  return { ...base, value, evidence };
}

/** @param navigated whether the click opened a page; null where the browser does not say */
export function noNavigation(navigated: boolean | null): Signal {
  const base = { factor: 'no_navigation', weight: NO_NAVIGATION_WEIGHT };
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
