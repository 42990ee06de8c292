import {
  defaultScoring,
  RULES_VERSION,
  scoringWith,
  settingsWith,
  signals,
} from './scoring-settings.ts';

describe('the signals', () => {
  it('have distinct names, and weights and thresholds within bounds', () => {
    expect(new Set(signals.map(({ name }) => name)).size).toBe(signals.length);
    for (const { defaults, maxWeight, description } of signals) {
      expect(defaults.weight).toBeGreaterThan(0);
      expect(defaults.weight).toBeLessThanOrEqual(maxWeight);
      for (const { from, to } of Object.values(defaults.thresholds)) expect(from).not.toBe(to);
      expect(description).toMatch(/^[A-Z].*[^.]$/);
    }
  });

  it('determine the rules version by their latest change', () => {
    expect(RULES_VERSION).toBe(
      `fraud.${String(Math.max(...signals.map(({ changedIn }) => changedIn)))}`,
    );
  });
});

describe('a brand’s settings', () => {
  const defaults = defaultScoring.signals;

  it('override the defaults of single fields, and ignore unknown signals', () => {
    const own = settingsWith({
      bot_ua: { enabled: false },
      too_fast: { weight: 0.2, thresholds: { seconds: { from: 30, to: 10 } } },
      unknown: { weight: 0.9 },
    });
    expect(own.bot_ua).toEqual({ ...defaults.bot_ua, enabled: false });
    expect(own.too_fast).toMatchObject({ weight: 0.2, thresholds: { seconds: { from: 30 } } });
    expect(own.self_referral).toEqual(defaults.self_referral);
    expect(Object.keys(own)).toEqual(signals.map(({ name }) => name));
  });

  it('add their version to the rules’ version', () => {
    expect(scoringWith(7, {}, 0.4)).toMatchObject({
      version: `${RULES_VERSION}+7`,
      reviewThreshold: 0.4,
    });
  });
});
