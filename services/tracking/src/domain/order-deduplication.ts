import { type Conversion } from './conversion.ts';

type Order = Pick<Conversion, 'brandId' | 'orderId' | 'transactionId'>;

/** Code of the error where another transaction is storing the same order. */
export const ORDER_LOCKED = 'order_locked';

/**
 * Deduplication keys of an order: its id within the brand, then the transaction id of a direct call. They
 * hold over all sources.
 */
export function deduplicationKeys({ brandId, orderId, transactionId }: Order): string[] {
  const order = `${brandId} order ${orderId}`;
  return transactionId === null ? [order] : [order, `${brandId} transaction ${transactionId}`];
}

/** The first conversion of an order. */
export interface Original {
  readonly id: string;
  readonly status: Conversion['status'];
}

export interface CommitPlan {
  /** The conversions to insert. */
  readonly fresh: readonly Conversion[];
  /** The original of each repeated conversion. */
  readonly originals: ReadonlyMap<Conversion, Original>;
}

/** Separates new orders from repeated ones, among those stored and within the group; the first one counts. */
export function planCommit(
  arrived: readonly Conversion[],
  stored: readonly (Order & Original)[],
): CommitPlan {
  const known = new Map<string, Original>();
  const add = (conversion: Order & Original): void => {
    for (const key of deduplicationKeys(conversion))
      if (!known.has(key)) known.set(key, conversion);
  };
  for (const conversion of stored) add(conversion);
  const fresh: Conversion[] = [];
  const originals = new Map<Conversion, Original>();
  for (const conversion of arrived) {
    const original = deduplicationKeys(conversion)
      .map((key) => known.get(key))
      .find((found) => found !== undefined);
    if (original === undefined) {
      fresh.push(conversion);
      add(conversion);
    } else {
      originals.set(conversion, original);
    }
  }
  return { fresh, originals };
}
