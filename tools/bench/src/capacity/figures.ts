import { type Kind, kinds, type Rates } from './measurements.ts';

/** What a thing of one kind costs a process: what comes within a time shares the costs of a batch. */
export interface Cost {
  readonly thingMicros: number;
  readonly batchMicros: number;
  /** The time within which things are handled together, s. */
  readonly gatherS: number;
  /** The highest rate that was measured: beyond it costs fall no more. */
  readonly upToPerSecond: number;
}

/** What the model knows about one kind of thing. */
export interface KindFigures {
  readonly cpu: Readonly<Record<string, Cost>>;
  /** Waits of an answer beside CPU: for acknowledgements, polls and timers. The varying part is exponential. */
  readonly wait: { readonly fixedMs: number; readonly varyingMs: number };
  /** From the answer until the effect, beside CPU, ms. */
  readonly effectMs: number;
}

export interface Figures {
  /** CPU without load, µs a second. */
  readonly idle: Readonly<Record<string, number>>;
  readonly kinds: Readonly<Record<Kind, KindFigures>>;
}

/** A load, and what serves it. */
export interface Scenario {
  readonly rates: Rates;
  /** Cores that all processes share, engines and clients included. */
  readonly cores: number;
  /** Instances of processes of which there is more than one. */
  readonly instances: Readonly<Record<string, number>>;
}

/** @param perSecond at one instance. @returns how many things share what a batch costs */
export const togetherOf = (
  { gatherS, upToPerSecond }: Pick<Cost, 'gatherS' | 'upToPerSecond'>,
  perSecond: number,
): number => 1 + Math.min(perSecond, upToPerSecond) * gatherS;

/** @param perSecond at one instance. @returns CPU of one thing, µs */
export const microsOf = (cost: Cost, perSecond: number): number =>
  cost.thingMicros + cost.batchMicros / togetherOf(cost, perSecond);

export const instancesOf = ({ instances }: Pick<Scenario, 'instances'>, process: string): number =>
  instances[process] ?? 1;

/** The figures of a system whose clients run elsewhere. */
export function withoutClients({ idle, kinds: of }: Figures): Figures {
  const without = <Value>(all: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(all).filter(([process]) => process !== 'clients'));
  const entries = kinds.map((kind) => [kind, { ...of[kind], cpu: without(of[kind].cpu) }] as const);
  return { idle: without(idle), kinds: Object.fromEntries(entries) as Figures['kinds'] };
}
