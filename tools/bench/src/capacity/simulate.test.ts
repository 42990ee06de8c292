import fc from 'fast-check';
import { type Cost, type Figures, microsOf, type Scenario } from './figures.ts';
import { kneeOf, utilisationOf } from './knees.ts';
import { kinds } from './measurements.ts';
import { simulate } from './simulate.ts';

const nothing = { cpu: {}, wait: { fixedMs: 0, varyingMs: 0 }, effectMs: 0 };

/** A system in which only clicks cost anything. */
const figuresOf = (cpu: Readonly<Record<string, Cost>>): Figures => {
  const all = Object.fromEntries(kinds.map((kind) => [kind, nothing]));
  const click = { ...nothing, cpu };
  return { idle: {}, kinds: { ...all, click } as unknown as Figures['kinds'] };
};

const cost = (thingMicros: number, batchMicros = 0): Cost => ({
  thingMicros,
  batchMicros,
  gatherS: 0.01,
  upToPerSecond: 5_000,
});

const load = (click: number, more: Partial<Scenario> = {}): Scenario => ({
  rates: { click },
  cores: 8,
  instances: {},
  ...more,
});

const click = (figures: Figures, scenario: Scenario, seconds = 20) => {
  const { outcomes, ...rest } = simulate(figures, scenario, { seconds });
  return { ...outcomes.click!, ...rest };
};

describe('the model of capacity', () => {
  it('uses what arrivals need, by the law of utilisation', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 50, max: 400 }),
        fc.integer({ min: 100, max: 1_500 }),
        (perSecond, micros) => {
          const figures = figuresOf({ gateway: cost(micros), tracking: cost(micros / 2) });
          const scenario = load(perSecond);
          const { machine } = utilisationOf(figures, scenario);
          const expected = (perSecond * micros * 1.5) / 1e6;
          expect(machine * scenario.cores).toBeCloseTo(expected, 6);
          const { cpu } = simulate(figures, scenario, { seconds: 20 });
          const cores = (cpu['gateway']! + cpu['tracking']!) / 1e6;
          expect(Math.abs(cores / expected - 1)).toBeLessThan(0.1);
        },
      ),
      { numRuns: 5, seed: 1 },
    );
  });

  it('lets no backlog grow below the knee', () => {
    const figures = figuresOf({ gateway: cost(500), 'tracking-worker': cost(1_000) });
    expect(kneeOf(figures, load(1))).toMatchObject({ full: 'tracking-worker' });
    expect(kneeOf(figures, load(1)).factor).toBeCloseTo(1_000, 0);
    const { backlog, perSecond } = click(figures, load(800));
    expect(backlog).toBeLessThan(30);
    expect(perSecond).toBeGreaterThan(760);
  });

  it('lets the backlog grow above the knee by what comes too much', () => {
    const figures = figuresOf({ gateway: cost(100), 'tracking-worker': cost(1_000) });
    const short = click(figures, load(1_500), 10);
    const long = click(figures, load(1_500), 20);
    expect(Math.abs(short.backlogPerSecond - 500)).toBeLessThan(60);
    expect(Math.abs(long.backlogPerSecond - 500)).toBeLessThan(60);
    expect(long.backlog / short.backlog).toBeCloseTo(24 / 14, 0);
    // What waits is done at 1,000 a second.
    expect(Math.abs(long.caughtUpS - 12)).toBeLessThan(2);
  });

  it('answers later the fuller a process is, as the theory of one queue states', () => {
    const figures = figuresOf({ gateway: cost(1_000) });
    const meanMs = (perSecond: number): number => 1 / (1 - perSecond / 1_000);
    for (const perSecond of [300, 600]) {
      // Exponential: the median is ln 2 of the mean; batches change it a little.
      const { p50Ms } = click(figures, load(perSecond), 30);
      expect(Math.abs(p50Ms / (meanMs(perSecond) * Math.LN2) - 1)).toBeLessThan(0.35);
    }
  });

  it('doubles what a full process carries with a second instance, until the cores are full', () => {
    const figures = figuresOf({ gateway: cost(100), 'tracking-worker': cost(1_000) });
    const two = load(1_500, { instances: { 'tracking-worker': 2 } });
    expect(kneeOf(figures, { ...two, rates: { click: 1 } }).factor).toBeCloseTo(2_000, 0);
    expect(click(figures, two).backlog).toBeLessThan(60);
    const narrow = { ...two, cores: 1 };
    expect(kneeOf(figures, { ...narrow, rates: { click: 1 } })).toMatchObject({ full: 'cores' });
    expect(click(figures, narrow).backlogPerSecond).toBeGreaterThan(300);
  });

  it('counts less for each where many come together, to the highest measured rate', () => {
    const shared = cost(100, 900);
    expect(microsOf(shared, 1)).toBeCloseTo(991, 0);
    expect(microsOf(shared, 900)).toBeCloseTo(190, 0);
    expect(microsOf(shared, 1e9)).toBe(microsOf(shared, 5_000));
  });

  it('predicts the same for the same seed', () => {
    const figures = figuresOf({ gateway: cost(500) });
    expect(click(figures, load(500))).toEqual(click(figures, load(500)));
  });
});
