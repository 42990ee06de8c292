import { type AdjustedConversion, type ConversionSnapshot } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { probabilityOfFraud } from '../domain/fraud-score.ts';
import { defaultScoring, type SignalName } from '../domain/scoring-settings.ts';

/** The user agent of a script, which flags an order by itself. */
export const bot = { userAgent: 'curl/8.5.0' };

/** An order placed now, two hours after its click. */
export const anOrder = (given: Partial<ConversionSnapshot> = {}): ConversionSnapshot => {
  const now = Date.now();
  return aConversion({
    convertedAt: new Date(now).toISOString(),
    createdAt: new Date(now).toISOString(),
    clickedAt: new Date(now - 2 * HOUR_MS).toISOString(),
    ...given,
  });
};

/** An order that was refunded, in part or in whole, before its review. */
export const refunded = (order: ConversionSnapshot, refundedMinor: number): AdjustedConversion => ({
  ...order,
  refundedMinor,
  adjustmentId: newId(),
  refundId: null,
  adjustmentType: refundedMinor === order.valueMinor ? 'refund' : 'partial_refund',
  adjustmentMinor: refundedMinor,
});

/** The score of an order whose only sign is this one, at its full value. */
export const scoreOfAlone = (
  factor: SignalName,
  weight: number = defaultScoring.signals[factor].weight,
): number => probabilityOfFraud([{ factor, value: 1, weight }], defaultScoring.calibration);
