import { type ConversionSnapshot } from '@tributary/contracts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { absent, notAvailable, ramp } from '../finding.ts';
import { defineSignal } from '../signal.ts';
import { type Journey } from '../touch.ts';

/** Two clicks within this time are one person comparing affiliates. */
const MIN_BEFORE_MS = 5 * MINUTE_MS;
const MAX_BEFORE_MS = DAY_MS;

const wasLedByAnother = ({ touches }: Journey, affiliateId: string, clickedAt: number): boolean =>
  touches.some(({ affiliateId: other, occurredAt }) => {
    const beforeMs = clickedAt - (occurredAt?.getTime() ?? NaN);
    return other !== affiliateId && beforeMs >= MIN_BEFORE_MS && beforeMs <= MAX_BEFORE_MS;
  });

const wasCartOpen = ({ evidence }: ConversionSnapshot, clickedAt: number): boolean => {
  const openedAt = evidence?.cartOpenedAt ?? null;
  return openedAt !== null && Date.parse(openedAt) < clickedAt;
};

/**
 * A click right before an order that was already in progress: another affiliate had led to it, or the cart was
 * open (coupon hijacking, click injection).
 */
export const checkoutInjection = defineSignal({
  name: 'checkout_injection',
  description: 'The click came right before an order that was under way already',
  changedIn: 3,
  weight: 0.7,
  thresholds: { seconds: [60, 25] },
  needs: ['conversion', 'journey'],
  evaluate: ({ conversion, journey }, thresholds) => {
    const { clickedAt, affiliateId, convertedAt } = conversion;
    if (clickedAt === null || affiliateId === null) return notAvailable('no click is credited');
    const clicked = Date.parse(clickedAt);
    const isLed = wasLedByAnother(journey, affiliateId, clicked);
    if (!isLed && !wasCartOpen(conversion, clicked)) {
      return absent('Nothing had led the visitor to the order before');
    }
    const seconds = Math.max(0, (Date.parse(convertedAt) - clicked) / SECOND_MS);
    const reason = isLed
      ? 'another affiliate had led the visitor already'
      : 'the cart was open already';
    return {
      value: ramp(seconds, thresholds.seconds),
      evidence: `The click came ${Math.floor(seconds)} s before the order, when ${reason}`,
    };
  },
});
