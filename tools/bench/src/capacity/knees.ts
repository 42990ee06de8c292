import { type Figures, instancesOf, microsOf, type Scenario } from './figures.ts';
import { type Kind, kinds, type Rates } from './measurements.ts';

/** Every other process has one thread that does its work. */
const MANY_CORES: readonly string[] = ['MongoDB', 'Kafka'];

/** The cores that one instance can use. */
export const threadsOf = (process: string, cores: number): number =>
  MANY_CORES.includes(process) ? cores : 1;

/** CPU of one process with its instances, µs a second, where batches are as large as any that were measured. */
function loadOf(figures: Figures, scenario: Scenario, process: string): number {
  const ofKind = (kind: Kind): number => {
    const cost = figures.kinds[kind].cpu[process];
    return cost === undefined ? 0 : (scenario.rates[kind] ?? 0) * microsOf(cost, Infinity);
  };
  const busy = kinds.reduce((sum, kind) => sum + ofKind(kind), 0);
  return busy + (figures.idle[process] ?? 0) * instancesOf(scenario, process);
}

export const processesIn = ({ idle, kinds: of }: Figures): string[] => [
  ...new Set([...Object.keys(idle), ...kinds.flatMap((kind) => Object.keys(of[kind].cpu))]),
];

/** How full each process and the cores are: 1 is full. */
export interface Utilisation {
  readonly machine: number;
  readonly processes: Readonly<Record<string, number>>;
}

/** The law of utilisation: arrivals a second by CPU of each. */
export function utilisationOf(figures: Figures, scenario: Scenario): Utilisation {
  const used = processesIn(figures).map(
    (process) => [process, loadOf(figures, scenario, process) / 1e6] as const,
  );
  const capacityOf = (process: string): number =>
    instancesOf(scenario, process) * threadsOf(process, scenario.cores);
  return {
    machine: used.reduce((sum, [, cores]) => sum + cores, 0) / scenario.cores,
    processes: Object.fromEntries(
      used.map(([process, cores]) => [process, cores / capacityOf(process)]),
    ),
  };
}

/** What is full first, and by what a load may be multiplied until then. */
export interface Knee {
  readonly factor: number;
  /** A process, or `cores`. */
  readonly full: string;
}

/** Finds the knee of a mix of kinds: what is full first as all its rates grow alike. */
export function kneeOf(figures: Figures, scenario: Scenario): Knee {
  const partsOf = (rates: Rates): Record<string, number> => {
    const { machine, processes } = utilisationOf(figures, { ...scenario, rates });
    return { cores: machine, ...processes };
  };
  const idle = partsOf({});
  const knees = Object.entries(partsOf(scenario.rates)).map(([full, part]) => {
    const without = idle[full] ?? 0;
    return { full, factor: part > without ? (1 - without) / (part - without) : Infinity };
  });
  return knees.reduce((first, one) => (one.factor < first.factor ? one : first));
}
