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
 * What led the visitor before the click, and how much that counts: an open cart alone is weak, because coupon and
 * cashback sites have it by nature.
 */
function reasonOf(isLed: boolean, isOpen: boolean): { share: number; text: string } | undefined {
  const led = 'another affiliate had led the visitor already';
  if (isLed && isOpen) return { share: 1, text: `${led} and the cart was open` };
  if (isLed) return { share: 0.8, text: led };
  return isOpen ? { share: 0.5, text: 'the cart was open already' } : undefined;
}

/**
 * A click right before an order that was already in progress: another affiliate had led to it, or the cart was
 * open (coupon hijacking, click injection). Never flags alone.
 */
export const checkoutInjection = defineSignal({
  name: 'checkout_injection',
  description: 'The click came right before an order that was under way already',
  cause: 'path',
  changedIn: 7,
  weight: 0.45,
  thresholds: { seconds: [60, 25] },
  needs: ['conversion', 'journey'],
  evaluate: ({ conversion, journey }, thresholds) => {
    const { clickedAt, affiliateId, convertedAt } = conversion;
    if (clickedAt === null || affiliateId === null) return notAvailable('no click is credited');
    const clicked = Date.parse(clickedAt);
    const reason = reasonOf(
      wasLedByAnother(journey, affiliateId, clicked),
      wasCartOpen(conversion, clicked),
    );
    if (reason === undefined) return absent('Nothing had led the visitor to the order before');
    const seconds = Math.max(0, (Date.parse(convertedAt) - clicked) / SECOND_MS);
    return {
      value: ramp(seconds, thresholds.seconds) * reason.share,
      evidence: `The click came ${Math.floor(seconds)} s before the order, when ${reason.text}`,
    };
  },
});
