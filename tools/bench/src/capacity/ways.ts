import { type Demand } from './cores.ts';
import { type Figures, instancesOf, type Scenario, togetherOf } from './figures.ts';
import { type Kind } from './measurements.ts';
import { paths } from './paths.ts';

/** CPU of a thing in one process. */
export interface Step {
  readonly process: string;
  readonly demand: Demand;
  /** What a process does besides, for which nothing waits. */
  readonly overhead?: Demand;
}

/** The way of a thing of one kind. */
export interface Way {
  readonly answer: readonly Step[];
  readonly effect: readonly Step[];
  /** What nothing waits for. */
  readonly rest: readonly Step[];
}

/** The steps of a thing of one kind. */
export function wayOf(kind: Kind, figures: Figures, scenario: Scenario): Way {
  const { cpu } = figures.kinds[kind];
  const left = new Map(Object.keys(cpu).map((process) => [process, 1]));
  const stepsOf = (visits: readonly (readonly [string, number])[]): Step[] =>
    visits.flatMap(([process, share]) => {
      const cost = cpu[process];
      if (cost === undefined) return [];
      left.set(process, (left.get(process) ?? 0) - share);
      const perSecond = (scenario.rates[kind] ?? 0) / instancesOf(scenario, process);
      const demand = {
        sort: kind,
        thingMicros: share * cost.thingMicros,
        batchMicros: share * cost.batchMicros,
        together: togetherOf(cost, perSecond),
        atMost: togetherOf(cost, Infinity),
      };
      return [{ process, demand }];
    });
  const answer = stepsOf(paths[kind].answer).map(({ process, demand }) => ({
    process,
    demand: { ...demand, batchMicros: 0 },
    overhead: { ...demand, sort: 'overhead', thingMicros: 0 },
  }));
  const effect = stepsOf(paths[kind].effect);
  const rest = stepsOf([...left].filter(([, share]) => share > 1e-9));
  return { answer, effect, rest };
}
