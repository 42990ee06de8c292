/** Fits the figures of the model to measurements of one kind of thing at several rates. */
import { type Cost, type Figures, type KindFigures, togetherOf } from './figures.ts';
import {
  type Kind,
  kinds,
  type Measurement,
  type Measurements,
  type Outcome,
} from './measurements.ts';
import { simulate } from './simulate.ts';

/** One process at one rate. */
interface Point {
  readonly perSecond: number;
  /** CPU of one thing, less what idles, µs. */
  readonly micros: number;
}

type Points = ReadonlyMap<string, readonly Point[]>;

/** What each process showed at each rate. */
function pointsOf(kind: Kind, runs: readonly Measurement[], idle: Measurements['idle']): Points {
  const points = new Map<string, Point[]>();
  for (const { cpu, outcomes } of runs) {
    const perSecond = outcomes[kind]?.perSecond ?? 0;
    for (const [process, used] of Object.entries(cpu)) {
      const micros = Math.max(0, used - (idle[process] ?? 0)) / perSecond;
      points.set(process, [...(points.get(process) ?? []), { perSecond, micros }]);
    }
  }
  return points;
}

/** Times within which things are gathered that are tried, s. */
const GATHER_S = Array.from({ length: 60 }, (_, step) => 0.001 * 1.15 ** step);

interface Fitted {
  readonly cost: Cost;
  /** The weighted squares of what is left. */
  readonly error: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** Least squares of `thing + batch / together`, neither below 0, as parts of what was measured. */
function fitWith(points: readonly Point[], gatherS: number): Fitted {
  const upToPerSecond = Math.max(...points.map(({ perSecond }) => perSecond));
  const rows = points.map(({ perSecond, micros }) => ({
    weight: 1 / Math.max(1, micros) ** 2,
    share: 1 / togetherOf({ gatherS, upToPerSecond }, perSecond),
    micros,
  }));
  const of = (value: (row: (typeof rows)[number]) => number): number =>
    sum(rows.map((row) => row.weight * value(row)));
  const [w, s, ss] = [of(() => 1), of(({ share }) => share), of(({ share }) => share ** 2)];
  const [m, sm] = [of(({ micros }) => micros), of(({ share, micros }) => share * micros)];
  const determinant = w * ss - s * s;
  const candidates: readonly (readonly [thing: number, batch: number])[] = [
    [m / w, 0],
    [0, sm / ss],
    [(m * ss - sm * s) / determinant, (w * sm - s * m) / determinant],
  ];
  const fitted = candidates
    .filter(([thing, batch]) => thing >= 0 && batch >= 0)
    .map(([thingMicros, batchMicros]) => ({
      cost: { thingMicros, batchMicros, gatherS, upToPerSecond },
      error: of(({ share, micros }) => (thingMicros + batchMicros * share - micros) ** 2),
    }));
  return leastWrong(fitted);
}

const leastWrong = (fitted: readonly Fitted[]): Fitted =>
  fitted.reduce((best, one) => (one.error < best.error ? one : best));

/** The costs that fit best, with whatever time of gathering. */
const fitCost = (points: readonly Point[]): Cost =>
  leastWrong(GATHER_S.map((gatherS) => fitWith(points, gatherS))).cost;

const NO_WAIT: KindFigures['wait'] = { fixedMs: 0, varyingMs: 0 };
const nothing: KindFigures = { cpu: {}, wait: NO_WAIT, effectMs: 0 };
const nothings = Object.fromEntries(kinds.map((kind) => [kind, nothing])) as Figures['kinds'];

/** Of an exponential distribution, in means. */
const MEDIAN = Math.log(2);
const MEDIAN_TO_P95 = Math.log(20) - MEDIAN;
const SIMULATED_S = 60;

type Latency = Pick<Outcome, 'p50Ms' | 'p95Ms'>;

/** What answers take longer at the lowest rate than a simulation without waits. */
function waitOf(measured: Latency, simulated: Latency): KindFigures['wait'] {
  const spreadOf = ({ p50Ms, p95Ms }: Latency): number => p95Ms - p50Ms;
  const varyingMs = Math.max(0, spreadOf(measured) - spreadOf(simulated)) / MEDIAN_TO_P95;
  const fixedMs = Math.max(0, measured.p50Ms - simulated.p50Ms - varyingMs * MEDIAN);
  return { fixedMs, varyingMs };
}

type Machine = Pick<Measurements, 'idle' | 'machine'>;

function fitKind(
  kind: Kind,
  runs: readonly Measurement[],
  { idle, machine }: Machine,
): KindFigures {
  const points = pointsOf(kind, runs, idle);
  const cpu = Object.fromEntries([...points].map(([process, of]) => [process, fitCost(of)]));
  const [{ rates, outcomes } = { rates: {}, outcomes: {} as Measurement['outcomes'] }] = runs;
  const measured = outcomes[kind];
  if (measured === undefined) throw new Error(`No ${kind} was measured`);
  const effectMs = (measured.backlog / measured.perSecond) * 1_000;
  const figures = { cpu, wait: NO_WAIT, effectMs };
  const alone = { idle, kinds: { ...nothings, [kind]: figures } };
  const scenario = { rates, cores: machine.cores, instances: {} };
  const simulated = simulate(alone, scenario, { seconds: SIMULATED_S }).outcomes[kind];
  return { ...figures, wait: waitOf(measured, simulated ?? measured) };
}

/** What processes use without load, µs a second: no more than under any load, because one that has just begun uses more. */
const lowestOf = (idle: Measurements['idle'], runs: readonly Measurement[]): Measurements['idle'] =>
  Object.fromEntries(
    Object.entries(idle).map(([process, micros]) => [
      process,
      Math.min(micros, ...runs.map(({ cpu }) => cpu[process] ?? micros)),
    ]),
  );

/** @throws Error where a kind was not measured */
export function fitFigures({
  fitting,
  machine,
  idle: measured,
}: Machine & Pick<Measurements, 'fitting'>): Figures {
  const of = { machine, idle: lowestOf(measured, fitting) };
  const ofKind = (kind: Kind): KindFigures => {
    const runs = fitting
      .filter(({ rates }) => (rates[kind] ?? 0) > 0)
      .toSorted((a, b) => (a.rates[kind] ?? 0) - (b.rates[kind] ?? 0));
    return fitKind(kind, runs, of);
  };
  const all = kinds.map((kind) => [kind, ofKind(kind)] as const);
  return { idle: of.idle, kinds: Object.fromEntries(all) as Record<Kind, KindFigures> };
}
