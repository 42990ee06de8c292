import { DAY_SECONDS } from '@tributary/units';
import { type Kind, kinds, type Rates } from './measurements.ts';

/**
 * The demo as the work of one day: its 1,000 orders, each approved and delivered to three endpoints at its report and
 * its approval, clicks of which 3 % order, and people who read reports.
 */
export const DEMO_DAY: Readonly<Record<Kind, number>> = {
  click: 33_000,
  order: 1_000,
  approval: 1_000,
  delivery: 6_000,
  report: 2_000,
};

/** The busiest hour has so many times the calls of the mean hour. */
const PEAK = 3;

/** The rates of the busiest hour with so many times the demo a day. */
export const demoRates = (times: number): Rates =>
  Object.fromEntries(kinds.map((kind) => [kind, (DEMO_DAY[kind] * times * PEAK) / DAY_SECONDS]));
