import { factorDescriptions } from './factor-descriptions.ts';
import { scoreOf, weighted } from './fraud-score.ts';
import {
  defaultWeights,
  factorNames,
  type FactorSettings,
  greatestWeight,
  scoringWith,
  weightsWith,
} from './fraud-weights.ts';

describe('the usual weights', () => {
  it('stay within bounds, and each factor is described', () => {
    for (const name of factorNames) {
      const { weight, thresholds }: FactorSettings = defaultWeights[name];
      expect(weight).toBeGreaterThan(0);
      expect(weight).toBeLessThanOrEqual(greatestWeight(name));
      for (const { from, to } of Object.values(thresholds)) expect(from).not.toBe(to);
      expect(factorDescriptions[name]).toEqual(expect.any(String));
    }
    expect(greatestWeight('too_fast')).toBe(0.5);
  });
});

describe('a brand’s own settings', () => {
  it('stand in place of the usual ones, and only where it says so', () => {
    const own = weightsWith({
      bot_ua: { enabled: false },
      too_fast: { weight: 0.2, thresholds: { seconds: { from: 30, to: 10 } } },
      unknown: { weight: 0.9 },
    });
    expect(own.bot_ua).toEqual({ ...defaultWeights.bot_ua, enabled: false });
    expect(own.too_fast).toMatchObject({ weight: 0.2, thresholds: { seconds: { from: 30 } } });
    expect(own.self_referral).toEqual(defaultWeights.self_referral);
    expect(Object.keys(own)).toEqual(factorNames);
  });

  it('name their version beside the rules’', () => {
    expect(scoringWith(7, {}, 0.4)).toMatchObject({ version: 'fraud.6+7', reviewThreshold: 0.4 });
  });

  it('name a factor that is switched off and never count it', () => {
    const finding = { factor: 'bot_ua', value: 1, evidence: 'seen' } as const;
    const off = weightsWith({ bot_ua: { enabled: false } });
    const { fraudScore, factors } = scoreOf(weighted([finding], off));
    expect(fraudScore).toBe(0);
    expect(factors).toMatchObject([
      { factor: 'bot_ua', value: null, contribution: 0, evidence: expect.stringMatching(/off/) },
    ]);
  });
});
