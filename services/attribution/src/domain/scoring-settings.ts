import { type Calibration } from './calibration.ts';
import { type Ramp } from './finding.ts';
import { type SignalSettings } from './signal.ts';
import { shippedCalibration } from './shipped-calibration.ts';
import * as definitions from './signals/index.ts';

/** Every signal of the score, by name. */
export const signals = Object.values(definitions).toSorted((a, b) => (a.name < b.name ? -1 : 1));

export type SignalName = (typeof signals)[number]['name'];

/** The latest change of any signal. */
export const RULES_VERSION = `fraud.${Math.max(...signals.map(({ changedIn }) => changedIn))}`;

/** Whether an assessment's version is one of the rules in force, with whatever weights and brand's settings. */
export const isOfRules = (weightsVersion: string): boolean =>
  weightsVersion.split(/[+]|[.]w/)[0] === RULES_VERSION;

export type SignalOverrides = Readonly<
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

export type AllSignalSettings = Readonly<Record<SignalName, SignalSettings>>;

/** The defaults with a brand's overrides; overrides of unknown signals and thresholds are ignored. */
export function settingsWith(overrides: SignalOverrides): AllSignalSettings {
  const merged = signals.map(({ name, defaults }): [SignalName, SignalSettings] => {
    const own = overrides[name];
    const thresholds = Object.entries(defaults.thresholds).map(([key, ramp]) => [
      key,
      own?.thresholds?.[key] ?? ramp,
    ]);
    return [
      name,
      {
        enabled: own?.enabled ?? defaults.enabled,
        weight: own?.weight ?? defaults.weight,
        thresholds: Object.fromEntries(thresholds) as Record<string, Ramp>,
      },
    ];
  });
  return Object.fromEntries(merged) as AllSignalSettings;
}

/** How a brand's conversions are scored. */
export interface ScoringSettings {
  readonly signals: AllSignalSettings;
  /** How their evidence becomes a probability. */
  readonly calibration: Calibration;
  /** The rules' version, that of fitted weights, and the brand's own, where there are any: `fraud.9.w3+2`. */
  readonly version: string;
  /** Conversions with a higher score require review; at most `REVIEW_THRESHOLD`. */
  readonly reviewThreshold: number;
}

/** Conversions with a higher score are flagged as fraud and require review, whatever a brand sets. */
export const REVIEW_THRESHOLD = 0.5;

export const defaultScoring: ScoringSettings = {
  signals: settingsWith({}),
  calibration: shippedCalibration,
  version: RULES_VERSION,
  reviewThreshold: REVIEW_THRESHOLD,
};

/** @param version the brand's own version, from 1 */
export const scoringWith = (
  version: number,
  overrides: SignalOverrides,
  reviewThreshold: number,
): ScoringSettings => ({
  signals: settingsWith(overrides),
  calibration: shippedCalibration,
  version: `${RULES_VERSION}+${version}`,
  reviewThreshold,
});

/** The same settings with weights that were fitted to reviews. */
export const withCalibration = (
  scoring: ScoringSettings,
  calibration: Calibration,
): ScoringSettings => {
  const [rules = '', own] = scoring.version.split('+');
  const fitted = calibration.version === 0 ? rules : `${rules}.w${calibration.version}`;
  return {
    ...scoring,
    calibration,
    version: own === undefined ? fitted : `${fitted}+${own}`,
  };
};
