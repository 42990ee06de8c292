import { compare, errorOf } from './check.ts';
import { type Cost, microsOf } from './figures.ts';
import { fitFigures } from './fit.ts';
import { type Kind, kinds, type Measurement } from './measurements.ts';
import { simulate } from './simulate.ts';

const costs: Readonly<Record<string, Cost>> = {
  gateway: { thingMicros: 300, batchMicros: 0, gatherS: 0, upToPerSecond: 600 },
  'tracking-worker': { thingMicros: 150, batchMicros: 4_000, gatherS: 0.05, upToPerSecond: 600 },
};

const machine = { cores: 4, model: 'invented', day: '2026-01-01' };
const idle = { gateway: 20_000, 'tracking-worker': 30_000 };

/** What a machine measures where the costs are these. */
const measured = (kind: Kind, rate: number): Measurement => ({
  rates: { [kind]: rate },
  seconds: 10,
  cpu: Object.fromEntries(
    Object.entries(costs).map(([process, cost]) => [
      process,
      idle[process as keyof typeof idle] + rate * microsOf(cost, rate),
    ]),
  ),
  othersCores: 0,
  outcomes: {
    [kind]: { perSecond: rate, failed: 0, p50Ms: 10, p95Ms: 25, backlog: 5, backlogPerSecond: 0 },
  },
  caughtUpS: 0,
});

const fitting = kinds.flatMap((kind) => [10, 80, 600].map((rate) => measured(kind, rate)));

describe('the fit of figures to measurements', () => {
  const figures = fitFigures({ idle, machine, fitting });

  it.each([10, 80, 300, 600])('finds the cost of a click at %d a second', (rate) => {
    for (const [process, cost] of Object.entries(costs)) {
      const fitted = microsOf(figures.kinds.click.cpu[process]!, rate);
      expect(Math.abs(fitted / microsOf(cost, rate) - 1)).toBeLessThan(0.05);
    }
  });

  it('takes the waits from the lowest rate', () => {
    const scenario = { rates: { click: 10 }, cores: 4, instances: {} };
    const { outcomes } = simulate(figures, scenario, { seconds: 60 });
    expect(Math.abs((outcomes.click?.p50Ms ?? 0) - 10)).toBeLessThan(1.5);
    expect(figures.kinds.click.effectMs).toBe(500);
  });

  it('refuses measurements that lack a kind', () => {
    const others = fitting.filter(({ rates }) => rates.report === undefined);
    expect(() => fitFigures({ idle, machine, fitting: others })).toThrow('No report was measured');
  });

  it('compares a load that behaves as the model with small errors', () => {
    const scenario = { rates: { click: 200 }, cores: 4, instances: {} };
    const { cpu, outcomes, caughtUpS } = simulate(figures, scenario, { seconds: 20, seed: 9 });
    const load = { rates: scenario.rates, seconds: 20, othersCores: 0, caughtUpS };
    const click = { ...outcomes.click!, failed: 0 };
    const compared = compare(figures, { ...load, cpu, outcomes: { click } }, 4);
    expect(compared.map(({ what }) => what)).toContain('click: median, ms');
    const medianAndCpu = compared.filter(({ what }) => /CPU|answered|median/.test(what));
    for (const one of medianAndCpu) expect(Math.abs(errorOf(one))).toBeLessThan(0.15);
  });
});
