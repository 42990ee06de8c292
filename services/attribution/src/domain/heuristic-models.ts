import { type AttributionSettings } from '@tributary/contracts';
import { HOUR_MS } from '@tributary/units';
import { type Journey, type Touch } from './touch.ts';

/**
 * How much of a conversion's credit each touch of its journey gets, the oldest first. No credit is negative, and
 * their sum is positive but otherwise arbitrary.
 */
export type CreditRule = (journey: Journey, settings: AttributionSettings) => readonly number[];

/** All credit to the last touch before the conversion. */
export const lastClick: CreditRule = ({ touches }) =>
  touches.map((_touch, index) => (index === touches.length - 1 ? 1 : 0));

/** All credit to the first touch of the journey. */
export const firstClick: CreditRule = ({ touches }) =>
  touches.map((_touch, index) => (index === 0 ? 1 : 0));

/** The same credit to each touch; an affiliate with two touches gets twice as much. */
export const linear: CreditRule = ({ touches }) => touches.map(() => 1);

const hoursBefore = ({ occurredAt }: Touch, convertedAt: Date): number =>
  occurredAt === null ? 0 : Math.max(0, convertedAt.getTime() - occurredAt.getTime()) / HOUR_MS;

/**
 * 2^(-hours before the conversion / half-life), continuous, as Google Ads defines it. Hours are measured from the
 * latest touch: proportions stay the same, and the credit of old touches does not underflow.
 */
export const timeDecay: CreditRule = ({ touches, convertedAt }, { timeDecayHalfLifeHours }) => {
  const hours = touches.map((touch) => hoursBefore(touch, convertedAt));
  const least = hours.reduce((min, hour) => Math.min(min, hour), Infinity);
  return hours.map((hour) => 2 ** (-(hour - least) / timeDecayHalfLifeHours));
};

/**
 * `first` to the first touch, `last` to the last, `middle` divided among the touches between. A single touch gets
 * all; two touches share by `first` and `last`, or equally when both are 0.
 */
export const positionBased: CreditRule = ({ touches }, { positionBasedWeights }) => {
  const { first, middle, last } = positionBasedWeights;
  if (touches.length === 1) return [1];
  if (touches.length === 2) return first + last === 0 ? [1, 1] : [first, last];
  // In whole numbers, so that equal parts stay equal to the last cent.
  const between = touches.length - 2;
  return touches.map((_touch, index) => {
    if (index === 0) return first * between;
    return index === touches.length - 1 ? last * between : middle;
  });
};
