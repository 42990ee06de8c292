import { SECOND_MS } from '@tributary/units';
import { notAvailable, ramp } from '../finding.ts';
import { CLOCK_SKEW_MS } from '../order-fact.ts';
import { defineSignal } from '../signal.ts';

/** Seconds between click and order. Never flags alone: a returning customer is as quick. */
export const tooFast = defineSignal({
  name: 'too_fast',
  description: 'The order came within seconds of its click',
  cause: 'pace',
  changedIn: 1,
  weight: 0.4,
  maxWeight: 0.5,
  thresholds: { seconds: [15, 8] },
  needs: ['conversion'],
  evaluate: ({ conversion: { clickedAt, convertedAt } }, thresholds) => {
    if (clickedAt === null) return notAvailable('the order has no click');
    const elapsedMs = Date.parse(convertedAt) - Date.parse(clickedAt);
    if (elapsedMs < -CLOCK_SKEW_MS) {
      return notAvailable('the shop dates the order before the click');
    }
    const elapsedSeconds = Math.max(0, elapsedMs) / SECOND_MS;
    return {
      value: ramp(elapsedSeconds, thresholds.seconds),
      evidence: `The order came ${Math.floor(elapsedSeconds)} s after the click`,
    };
  },
});
