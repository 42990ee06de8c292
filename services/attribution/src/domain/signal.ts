import { type Evidence } from './evidence.ts';
import { type Finding, type Ramp } from './finding.ts';

/** How much a signal counts, and from which values on. */
export interface SignalSettings {
  readonly enabled: boolean;
  /** The score that the signal alone can reach, from 0 to below 1. */
  readonly weight: number;
  readonly thresholds: Readonly<Record<string, Ramp>>;
}

/**
 * What signals have in common: of signals with one cause the strongest counts alone, because one fact shows in all of
 * them.
 * - `address`: where the customer connects from, as a campus, a carrier, a VPN or a farm makes many share it
 * - `account`: what became of the affiliate's orders as a whole
 * - `clicks`: what an affiliate's clicks look like, which a rival can make
 * - the others: what their only signals say
 */
export type Cause =
  | 'account'
  | 'address'
  | 'automation'
  | 'browser'
  | 'burst'
  | 'clicks'
  | 'customer'
  | 'group'
  | 'late_orders'
  | 'loading'
  | 'mailbox'
  | 'pace'
  | 'path'
  | 'quick_orders'
  | 'returns'
  | 'self'
  | 'window';

export interface FraudSignal<Name extends string = string> {
  readonly name: Name;
  /** What the signal points to: a sentence without its full stop. */
  readonly description: string;
  readonly cause: Cause;
  /** The rules version that last changed the signal's weight, thresholds or rule. */
  readonly changedIn: number;
  readonly defaults: SignalSettings;
  /** The highest weight that a brand may set. */
  readonly maxWeight: number;
  readonly needs: readonly (keyof Evidence)[];
  readonly evaluate: (evidence: Evidence, thresholds: SignalSettings['thresholds']) => Finding;
}

interface Definition<Name extends string, Threshold extends string, Need extends keyof Evidence> {
  readonly name: Name;
  readonly description: string;
  readonly cause: Cause;
  readonly changedIn: number;
  readonly weight: number;
  readonly maxWeight?: number;
  readonly thresholds: Readonly<Record<Threshold, readonly [from: number, to: number]>>;
  /** The evidence that `evaluate` may read. */
  readonly needs: readonly Need[];
  readonly evaluate: (
    evidence: Pick<Evidence, Need>,
    thresholds: Readonly<Record<Threshold, Ramp>>,
  ) => Finding;
}

const MAX_WEIGHT = 0.95;

export function defineSignal<
  Name extends string,
  Threshold extends string,
  Need extends keyof Evidence,
>(definition: Definition<Name, Threshold, Need>): FraudSignal<Name> {
  const { weight, thresholds: ramps, evaluate, maxWeight = MAX_WEIGHT, ...rest } = definition;
  const named = Object.entries<readonly [number, number]>(ramps);
  const thresholds = Object.fromEntries(named.map(([name, [from, to]]) => [name, { from, to }]));
  return {
    ...rest,
    maxWeight,
    defaults: { enabled: true, weight, thresholds },
    // Settings have every threshold of the signal: `settingsWith` starts from these defaults.
    evaluate: (evidence, settings) => evaluate(evidence, settings),
  };
}
