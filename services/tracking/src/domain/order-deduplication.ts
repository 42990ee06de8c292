import { type Conversion } from './conversion.ts';

type Keyed = Pick<Conversion, 'brandId' | 'orderId' | 'transactionId'>;

/**
 * By what an order is the same order: its id within the brand, then the transaction of a direct call.
 * All ways in share them.
 */
export function dedupKeys({ brandId, orderId, transactionId }: Keyed): string[] {
  const order = `${brandId} order ${orderId}`;
  return transactionId === null ? [order] : [order, `${brandId} transaction ${transactionId}`];
}

/** The conversion an order became, or had become before. */
export interface Original {
  readonly id: string;
  readonly status: Conversion['status'];
}

export interface CommitPlan {
  /** What is to be inserted. */
  readonly fresh: readonly Conversion[];
  /** For each of `arrived` that is not fresh: the conversion it repeats. */
  readonly originals: ReadonlyMap<Conversion, Original>;
}

/** Which of a group are new, against what is stored and against each other; the first one counts. */
export function planCommit(
  arrived: readonly Conversion[],
  stored: readonly (Keyed & Original)[],
): CommitPlan {
  const known = new Map<string, Original>();
  const remember = (conversion: Keyed & Original): void => {
    for (const key of dedupKeys(conversion)) if (!known.has(key)) known.set(key, conversion);
  };
  for (const conversion of stored) remember(conversion);
  const fresh: Conversion[] = [];
  const originals = new Map<Conversion, Original>();
  for (const conversion of arrived) {
    const original = dedupKeys(conversion)
      .map((key) => known.get(key))
      .find((found) => found !== undefined);
    if (original === undefined) {
      fresh.push(conversion);
      remember(conversion);
    } else {
      originals.set(conversion, original);
    }
  }
  return { fresh, originals };
}
