/** A journey by names, the oldest first, with how often it converted and how often it did not. */
export interface ChainPath {
  readonly names: readonly string[];
  readonly conversions: number;
  readonly nulls: number;
}

export interface RemovalEffects {
  /** The chance to convert from the start. */
  readonly conversionRate: number;
  /** By name: the part of the conversions that would be lost without it. */
  readonly effects: ReadonlyMap<string, number>;
}

const START = 0;

interface Chain {
  readonly names: readonly string[];
  /** Chances to move from state to state; state 0 is the start, the others the names in order. */
  readonly moves: readonly (readonly number[])[];
  /** Chances to convert next. */
  readonly converts: readonly number[];
}

function chainOf(paths: readonly ChainPath[]): Chain {
  const names = [...new Set(paths.flatMap((path) => path.names))];
  const stateOf = new Map(names.map((name, index) => [name, index + 1]));
  const states = names.length + 1;
  const moved = Array.from({ length: states }, () => new Array<number>(states).fill(0));
  const converted = new Array<number>(states).fill(0);
  const left = new Array<number>(states).fill(0);
  for (const { names: steps, conversions, nulls } of paths) {
    const visited = [START, ...steps.map((name) => stateOf.get(name) ?? START)];
    visited.forEach((state, index) => {
      const next = visited[index + 1];
      const row = moved[state];
      left[state] = (left[state] ?? 0) + conversions + nulls;
      if (next === undefined) converted[state] = (converted[state] ?? 0) + conversions;
      else if (row !== undefined) row[next] = (row[next] ?? 0) + conversions + nulls;
    });
  }
  const share = (count: number, state: number): number =>
    count === 0 ? 0 : count / (left[state] ?? 1);
  return {
    names,
    moves: moved.map((row, state) => row.map((count) => share(count, state))),
    converts: converted.map(share),
  };
}

/** Solves x = rate + moves x by Gauss-Jordan elimination; `removed` is a state that leads nowhere. */
function chanceFromStart({ moves, converts }: Chain, removed?: number): number {
  const rows = moves.map((row, state) => {
    if (state === removed) return [...row.map((_chance, to) => (to === state ? 1 : 0)), 0];
    return [...row.map((chance, to) => (to === state ? 1 : 0) - chance), converts[state] ?? 0];
  });
  for (let pivot = 0; pivot < rows.length; pivot += 1) {
    const best = rows.findIndex(
      (row, index) =>
        index >= pivot && rows.slice(pivot).every((other) => at(other, pivot) <= at(row, pivot)),
    );
    [rows[pivot], rows[best]] = [rows[best] ?? [], rows[pivot] ?? []];
    const own = rows[pivot] ?? [];
    const scale = own[pivot] ?? 1;
    rows[pivot] = own.map((value) => value / scale);
    rows.forEach((row, index) => {
      const factor = row[pivot] ?? 0;
      if (index === pivot || factor === 0) return;
      rows[index] = row.map((value, column) => value - factor * (rows[pivot]?.[column] ?? 0));
    });
  }
  return rows[START]?.at(-1) ?? 0;
}

const at = (row: readonly number[], column: number): number => Math.abs(row[column] ?? 0);

/**
 * The exact removal effects of a first-order Markov chain: which part of the conversions is lost when all traffic
 * of one name is removed. For comparison only: against a planted truth it was worse than linear, and its
 * authors do not intend it for single orders.
 */
export function removalEffects(paths: readonly ChainPath[]): RemovalEffects {
  const chain = chainOf(paths);
  const conversionRate = chanceFromStart(chain);
  const effects = chain.names.map((name, index): [string, number] => {
    const without = chanceFromStart(chain, index + 1);
    return [name, conversionRate === 0 ? 0 : 1 - without / conversionRate];
  });
  return { conversionRate, effects: new Map(effects) };
}
