import { type AttackName } from '@tributary/traffic';
import { figuresOf, precisionRecall, without } from './figures.ts';
import { precisionRecallSvg } from './precision-recall-chart.ts';
import { targetsOf } from './report.ts';
import { type ScoredConversion } from './run-world.ts';

const one = (fraudScore: number, attack: AttackName | null = null, day = 10): ScoredConversion => ({
  conversionId: 'id',
  at: new Date(0),
  day,
  affiliateId: null,
  attack,
  fraudScore,
  factors: [
    { factor: 'bot_ua', value: 1, weight: fraudScore, contribution: fraudScore, evidence: 'seen' },
  ],
});
const scored = [
  one(0.9, 'click_flooding'),
  one(0.2, 'click_flooding', 1),
  one(0.5, 'proxy_farm'),
  one(0.6),
  one(0),
  one(0),
  one(0),
];

describe('the figures of an evaluation', () => {
  it('count flags above 0.5 against the truth, cold and from day 7', () => {
    expect(figuresOf(scored)).toMatchObject({
      honest: 4,
      fraud: 3,
      falsePositiveRate: 0.25,
      precision: 0.5,
      recall: 1 / 3,
      recallSettled: 0.5,
      byAttack: {
        click_flooding: { cold: 0.5, settled: 1 },
        proxy_farm: { cold: 0, settled: 0 },
        self_referral: { cold: null, settled: null },
      },
    });
    expect(figuresOf(scored).brier).toBeCloseTo(
      (0.1 ** 2 + 0.8 ** 2 + 0.5 ** 2 + 0.6 ** 2) / 7,
      10,
    );
  });

  it('can be computed without a factor', () => {
    const { recall } = figuresOf(without(scored, (factor) => factor === 'bot_ua'));
    expect(recall).toBe(0);
  });

  it('form a curve that ends where everything is flagged', () => {
    const points = precisionRecall(scored);
    expect(points[0]).toEqual({ threshold: 0.9, precision: 1, recall: 1 / 3 });
    expect(points.at(-1)).toMatchObject({ precision: 3 / 7, recall: 1 });
    const svg = precisionRecallSvg([{ name: 'all', color: 'blue', points }]);
    expect(svg).toMatch(/^<svg [\s\S]*<polyline [\s\S]*<circle [\s\S]*<\/svg>\n$/);
  });

  it('are compared with the targets', () => {
    const missed = targetsOf(scored, scored).filter(({ isMet }) => !isMet);
    expect(missed.map(({ name }) => name)).toContain('false positives <= 1 %');
  });
});
