import { type Figures } from './figures.ts';
import { type Kind, kinds, type Measurement, type Outcome } from './measurements.ts';
import { simulate } from './simulate.ts';

/** One figure of a measured load beside its prediction. */
export interface Compared {
  readonly what: string;
  readonly measured: number;
  readonly predicted: number;
}

/** @returns by what part of the measured the prediction differs */
export const errorOf = ({ measured, predicted }: Compared): number =>
  measured === 0 ? (predicted === 0 ? 0 : Infinity) : predicted / measured - 1;

const SEEDS = [1, 2, 3];

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** CPU by process, µs a second, in cores. */
const coresOf = (cpu: Readonly<Record<string, number>>): number =>
  Object.values(cpu).reduce((sum, micros) => sum + micros, 0) / 1e6;

const FIGURES = [
  ['answered a second', 'perSecond'],
  ['median, ms', 'p50Ms'],
  ['95th percentile, ms', 'p95Ms'],
  ['backlog at the end', 'backlog'],
] as const satisfies readonly (readonly [string, keyof Outcome])[];

/** Compares a measured load with its prediction on the same number of cores, the middle of three seeds. */
export function compare(figures: Figures, measurement: Measurement, cores: number): Compared[] {
  const { rates, seconds, cpu, outcomes } = measurement;
  const scenario = { rates, cores, instances: {} };
  const predictions = SEEDS.map((seed) => simulate(figures, scenario, { seconds, seed }));
  const cpuOf = {
    what: 'CPU, cores',
    measured: coresOf(cpu),
    predicted: middleOf(predictions.map((one) => coresOf(one.cpu))),
  };
  const caughtUp = {
    what: 'caught up after the load, s',
    measured: measurement.caughtUpS,
    predicted: middleOf(predictions.map(({ caughtUpS }) => caughtUpS)),
  };
  const ofKind = (kind: Kind): Compared[] => {
    const outcome = outcomes[kind];
    if (outcome === undefined) return [];
    const all = FIGURES.map(([name, figure]) => ({
      what: `${kind}: ${name}`,
      measured: outcome[figure],
      predicted: middleOf(predictions.map((one) => one.outcomes[kind]?.[figure] ?? 0)),
    }));
    // The effect of some kinds is their answer.
    return all.filter(({ measured, predicted }) => measured + predicted > 0);
  };
  return [cpuOf, caughtUp, ...kinds.flatMap(ofKind)];
}
