/** Where a factor's value begins to grow, and where it is whole; `from` above `to` falls instead. */
export interface Ramp {
  readonly from: number;
  readonly to: number;
}

/** How much a factor counts, and from when on. */
export interface FactorSettings<Threshold extends string = string> {
  readonly enabled: boolean;
  /** 0 to below 1: the score that the factor alone can bring about. */
  readonly weight: number;
  readonly thresholds: Readonly<Record<Threshold, Ramp>>;
}

function factor<Threshold extends string = never>(
  weight: number,
  ramps: Readonly<Record<Threshold, readonly [from: number, to: number]>>,
): FactorSettings<Threshold> {
  const named = Object.entries<readonly [number, number]>(ramps);
  const thresholds = Object.fromEntries(named.map(([name, [from, to]]) => [name, { from, to }]));
  return { enabled: true, weight, thresholds: thresholds as Record<Threshold, Ramp> };
}

/**
 * The factors of the score with their usual weights and thresholds: one whole factor above 0.5 is enough for
 * a review, weak ones must combine. Numbers were chosen on the first seeds of `npm run tool -- evaluate-fraud`, by
 * honest orders and plain attacks, and are judged by other seeds. What aff_multi_id, aff_ctit_fast,
 * aff_ctit_flat and aff_few_addresses look at, and where aff_cr_low begins, was decided after seeing which evasive
 * attacks of other seeds than those that judge were missed: evasive figures of these are no longer those of a stranger.
 */
export const defaultWeights = {
  aff_cr_low: factor(0.6, { z: [2.5, 5], ratio: [2.5, 6] }),
  aff_ctit_fast: factor(0.6, { z: [2.5, 6], share: [0.2, 0.5] }),
  aff_ctit_flat: factor(0.6, { z: [2.5, 5], unled: [0.2, 0.5] }),
  aff_few_addresses: factor(0.6, { times: [2, 4] }),
  aff_multi_id: factor(0.6, { share: [0.08, 0.3] }),
  aff_quality: factor(0.6, { navigations: [0.75, 0.35], listed_addresses: [0.12, 0.4] }),
  aff_refund: factor(0.4, { share: [0.09, 0.22] }),
  affiliate_history: factor(0.45, { share: [0.2, 0.5] }),
  bot_ua: factor(0.9, {}),
  checkout_injection: factor(0.7, { seconds: [60, 25] }),
  datacenter_ip: factor(0.65, {}),
  device_mismatch: factor(0.1, {}),
  device_velocity: factor(0.7, { customers: [0, 2], lookalikes: [2, 6] }),
  disposable_email: factor(0.45, {}),
  email_velocity: factor(0.35, { orders: [2, 5] }),
  geo_mismatch: factor(0.3, {}),
  ip_velocity: factor(0.5, { customers: [1, 4] }),
  no_navigation: factor(0.35, {}),
  order_burst: factor(0.6, { orders: [1, 2] }),
  outside_window: factor(0.6, {}),
  self_referral: factor(0.95, {}),
  too_fast: factor(0.4, { seconds: [15, 8] }),
  vpn_ip: factor(0.2, {}),
};

export type FactorName = keyof typeof defaultWeights;
export type FraudWeights = Readonly<typeof defaultWeights>;

export const factorNames = Object.keys(defaultWeights) as FactorName[];

/** Changes with any default weight, threshold, window or rule. */
export const RULES_VERSION = 'fraud.6';

/** A quick order alone must not flag anybody: a returning customer is as quick. */
export const greatestWeight = (name: FactorName): number => (name === 'too_fast' ? 0.5 : 0.95);

/** What a brand wants otherwise. */
export type FactorOverrides = Readonly<
  Partial<
    Record<
      string,
      Readonly<{
        enabled?: boolean | undefined;
        weight?: number | undefined;
        thresholds?: Readonly<Record<string, Ramp>> | undefined;
      }>
    >
  >
>;

/** The usual settings with a brand's own in place of some; names that are unknown say nothing. */
export function weightsWith(overrides: FactorOverrides): FraudWeights {
  const merged = factorNames.map((name): [FactorName, FactorSettings] => {
    const usual: FactorSettings = defaultWeights[name];
    const own = overrides[name];
    const thresholds = Object.entries(usual.thresholds).map(([key, ramp]) => [
      key,
      own?.thresholds?.[key] ?? ramp,
    ]);
    return [
      name,
      {
        enabled: own?.enabled ?? usual.enabled,
        weight: own?.weight ?? usual.weight,
        thresholds: Object.fromEntries(thresholds) as Record<string, Ramp>,
      },
    ];
  });
  return Object.fromEntries(merged) as FraudWeights;
}

/** How a brand's conversions are scored. */
export interface ScoringSettings {
  readonly weights: FraudWeights;
  /** The rules' and, where it has one, the brand's. */
  readonly version: string;
  /** Above it a conversion requires review; at most the platform's own threshold. */
  readonly reviewThreshold: number;
}

/** Above this a conversion is flagged as fraud and requires review, whatever a brand sets. */
export const REVIEW_THRESHOLD = 0.5;

export const defaultScoring: ScoringSettings = {
  weights: defaultWeights,
  version: RULES_VERSION,
  reviewThreshold: REVIEW_THRESHOLD,
};

/** A brand's settings in use. @param version the brand's own count, from 1 */
export const scoringWith = (
  version: number,
  overrides: FactorOverrides,
  reviewThreshold: number,
): ScoringSettings => ({
  weights: weightsWith(overrides),
  version: `${RULES_VERSION}+${version}`,
  reviewThreshold,
});
