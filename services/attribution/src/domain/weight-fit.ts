import { type Calibration, probabilityOf, slopeOf, USUAL_SLOPE } from './calibration.ts';

/** An order of which is known whether it was fraud. */
export interface Example {
  /** The logarithms by which its evidence counts, by factor; not negative. */
  readonly logs: ReadonlyMap<string, number>;
  readonly isFraud: boolean;
  readonly brandId: string;
  /** For how many orders it stands: one drawn from a hundred counts for all of them. */
  readonly weight: number;
}

export interface WeightFit {
  readonly base: number;
  readonly slopes: Readonly<Record<string, number>>;
  /** What each brand's orders add to the base. */
  readonly brandOffsets: Readonly<Record<string, number>>;
}

/** The calibration of a brand's orders by fitted weights. */
export const calibrationOf = (
  { version, base, slopes, brandOffsets }: WeightFit & { readonly version: number },
  brandId: string,
): Calibration => ({ version, base: base + (brandOffsets[brandId] ?? 0), slopes });

/** How much the prior counts: a slope may differ from it by its own size at the cost of so many nats. */
export interface FitStrength {
  readonly slopes: number;
  readonly base: number;
  readonly brands: number;
}

/** A dozen orders that say otherwise begin to move a weight. */
export const usualStrength: FitStrength = { slopes: 12, base: 4, brands: 8 };

const MAX_ROUNDS = 200;
/** Rounds end where no step is longer. */
const TOLERANCE = 1e-6;
const MAX_HALVINGS = 30;

/** A parameter: in which examples it counts and by how much, and its normal prior. */
interface Column {
  readonly rows: readonly number[];
  readonly values: readonly number[];
  readonly prior: number;
  readonly precision: number;
  readonly least: number;
  at: number;
}

/** The loss that a log-odds adds, in nats. */
const lossOf = (logOdds: number, isFraud: boolean): number => {
  const against = isFraud ? -logOdds : logOdds;
  return against > 0 ? against + Math.log1p(Math.exp(-against)) : Math.log1p(Math.exp(against));
};

/** How the loss changes with a column's parameter, and how steeply that changes. */
function slopeAt(column: Column, examples: readonly Example[], odds: Float64Array) {
  let gradient = column.precision * (column.at - column.prior);
  let curvature = column.precision;
  column.rows.forEach((row, index) => {
    const { isFraud, weight } = examples[row] ?? { isFraud: false, weight: 0 };
    const value = column.values[index] ?? 0;
    const p = probabilityOf(odds[row] ?? 0);
    gradient += weight * value * (p - Number(isFraud));
    curvature += weight * value * value * p * (1 - p);
  });
  return { gradient, curvature };
}

/** By how much the loss grows by a step of a column's parameter. */
function growthBy(step: number, column: Column, examples: readonly Example[], odds: Float64Array) {
  const from = column.at - column.prior;
  let growth = 0.5 * column.precision * ((from + step) ** 2 - from ** 2);
  column.rows.forEach((row, index) => {
    const { isFraud, weight } = examples[row] ?? { isFraud: false, weight: 0 };
    const before = odds[row] ?? 0;
    const after = before + step * (column.values[index] ?? 0);
    growth += weight * (lossOf(after, isFraud) - lossOf(before, isFraud));
  });
  return growth;
}

/** A Newton step of one parameter, shortened until the loss falls. @returns its length */
function improve(column: Column, examples: readonly Example[], odds: Float64Array): number {
  const { gradient, curvature } = slopeAt(column, examples, odds);
  let step = Math.max(column.least - column.at, -gradient / curvature);
  if (Math.abs(step) < TOLERANCE) return 0;
  for (let halved = 0; growthBy(step, column, examples, odds) > 0; halved += 1) {
    if (halved === MAX_HALVINGS) return 0;
    step /= 2;
  }
  column.at += step;
  column.rows.forEach((row, index) => {
    odds[row] = (odds[row] ?? 0) + step * (column.values[index] ?? 0);
  });
  return Math.abs(step);
}

/** The examples of which each key has a value that is not 0. */
function columnsBy(
  examples: readonly Example[],
  entriesOf: (example: Example) => Iterable<readonly [string, number]>,
  startOf: (key: string) => Omit<Column, 'at' | 'rows' | 'values'>,
): Map<string, Column> {
  const found = new Map<string, { rows: number[]; values: number[] }>();
  examples.forEach((example, row) => {
    for (const [key, value] of entriesOf(example)) {
      if (value === 0) continue;
      const known = found.get(key) ?? { rows: [], values: [] };
      known.rows.push(row);
      known.values.push(value);
      found.set(key, known);
    }
  });
  return new Map(
    [...found].map(([key, entries]) => {
      const start = startOf(key);
      return [key, { ...start, ...entries, at: start.prior }];
    }),
  );
}

const valuesOf = (columns: ReadonlyMap<string, Column>): Record<string, number> =>
  Object.fromEntries([...columns].map(([key, { at }]) => [key, at]));

const sum = (odds: Float64Array, column: Column): void => {
  column.rows.forEach((row, index) => {
    odds[row] = (odds[row] ?? 0) + column.at * (column.values[index] ?? 0);
  });
};

/**
 * Fits slopes that are not negative to what orders turned out to be, with a prior: the penalised likelihood of a logistic
 * regression, which is convex, so that there is one best fit, wherever the search begins. Factors that no example has
 * keep their slopes of the prior. Coordinate descent: each round takes one Newton step per parameter.
 * Yields after each round, so that the caller can do other work.
 */
export function* fitWeights(
  examples: readonly Example[],
  prior: Calibration,
  strength: FitStrength = usualStrength,
): Generator<undefined, WeightFit> {
  const everyOne = columnsBy(
    examples,
    () => [['base', 1]],
    () => ({ prior: prior.base, precision: strength.base, least: -Infinity }),
  );
  const bySlope = columnsBy(
    examples,
    ({ logs }) => logs,
    (factor) => ({
      prior: slopeOf(prior, factor),
      precision: strength.slopes / USUAL_SLOPE ** 2,
      least: 0,
    }),
  );
  const byBrand = columnsBy(
    examples,
    ({ brandId }) => [[brandId, 1]],
    () => ({ prior: 0, precision: strength.brands, least: -Infinity }),
  );
  const columns = [everyOne, bySlope, byBrand].flatMap((some) => [...some.values()]);
  const odds = new Float64Array(examples.length);
  for (const column of columns) sum(odds, column);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const longest = columns.reduce(
      (most, column) => Math.max(most, improve(column, examples, odds)),
      0,
    );
    if (longest === 0) break;
    yield;
  }
  return {
    base: everyOne.get('base')?.at ?? prior.base,
    slopes: { ...prior.slopes, ...valuesOf(bySlope) },
    brandOffsets: valuesOf(byBrand),
  };
}
