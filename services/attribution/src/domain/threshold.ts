/** An order as a threshold would have met it. */
export interface MeasuredOrder {
  /** The higher one of its verdicts. */
  readonly score: number;
  readonly valueMinor: number;
  readonly currency: string;
  /** What its brand found; null where it decided nothing that states so. */
  readonly wasFraud: boolean | null;
}

export interface HeldSum {
  readonly orders: number;
  /** By currency, minor units. */
  readonly amounts: ReadonlyMap<string, number>;
}

/** What a threshold would have held, and what became of it. */
export interface HeldSums {
  readonly orders: number;
  readonly held: HeldSum;
  readonly honest: HeldSum;
  readonly fraud: HeldSum;
  /** Fraud that was found although its score is below the threshold. */
  readonly missed: HeldSum;
}

const none: HeldSum = { orders: 0, amounts: new Map() };
export const noneHeld: HeldSums = {
  ...{ orders: 0, held: none, honest: none, fraud: none, missed: none },
};

const added = ({ orders, amounts }: HeldSum, { currency, valueMinor }: MeasuredOrder): HeldSum => ({
  orders: orders + 1,
  amounts: new Map(amounts).set(currency, (amounts.get(currency) ?? 0) + valueMinor),
});

/** The sums with one more order. */
export function addHeld(sums: HeldSums, order: MeasuredOrder, threshold: number): HeldSums {
  const isHeld = order.score > threshold;
  const when = (condition: boolean, sum: HeldSum): HeldSum => (condition ? added(sum, order) : sum);
  return {
    orders: sums.orders + 1,
    held: when(isHeld, sums.held),
    honest: when(isHeld && order.wasFraud === false, sums.honest),
    fraud: when(isHeld && order.wasFraud === true, sums.fraud),
    missed: when(!isHeld && order.wasFraud === true, sums.missed),
  };
}
