import { Scorecard } from './scorecard.ts';

describe('the scorecard', () => {
  it('counts the missed goals, and shows the measured ones in the order of the goals', () => {
    const card = new Scorecard();
    card.record('audit', { product: '12.0 s', value: 12 });
    card.record('redirect', { base: '100/s', product: '90/s', ratio: 0.9, p99Ratio: 1 });
    card.record('intakeBeside', { base: '100/s', product: '90/s', ratio: 0.9, p99Ratio: 1 });
    expect(card.missed).toBe(1);
    const lines = card.table().split('\n').slice(1);
    expect(lines.map((line) => line.split(/\s{2,}/).at(-1))).toEqual(['MISSED', '–', 'met']);
    expect(lines[0]).toContain('0.90');
  });

  it('counts a measurement with wrong answers as missed', () => {
    const card = new Scorecard();
    card.record('audit', { product: '12.0 s', value: 12, wrong: 'not balanced' });
    expect(card.missed).toBe(1);
    expect(card.table()).toContain('MISSED not balanced');
  });
});
