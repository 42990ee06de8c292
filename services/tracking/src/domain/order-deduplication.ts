import { type Conversion } from './conversion.ts';
import { isKnownByPixelAlone, isReplaceableBy } from './replacement.ts';

type Order = Pick<Conversion, 'brandId' | 'orderId' | 'transactionId'>;

/** Code of the error where another transaction is storing the same order. */
export const ORDER_LOCKED = 'order_locked';

/**
 * Deduplication keys of an order: its id within the brand, then its transaction id, where the report has
 * one. They hold over all sources.
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
  /** The conversions to store. */
  readonly fresh: readonly Conversion[];
  /** Stored conversions of the order of a fresh one: it replaces the first, and the others give up the order. */
  readonly replaced: ReadonlyMap<Conversion, readonly string[]>;
  /** The original of each repeated conversion. */
  readonly originals: ReadonlyMap<Conversion, Original>;
}

type Known = Order &
  Original &
  Pick<Conversion, 'affiliateIds' | 'assessedAt' | 'claimId' | 'review' | 'source'>;

/**
 * Separates new orders from repeated ones, among those stored and within the group; the first one counts.
 * @param proven signed or token-borne reports: they go before the others, and replace what the pixel alone reported; and
 * accepted claims, which replace what is credited to nobody
 */
export function planCommit(
  arrived: readonly Conversion[],
  stored: readonly Known[],
  proven: ReadonlySet<Conversion> = new Set(),
): CommitPlan {
  const known = new Map<string, Known>();
  const isStored = new Set(stored);
  const add = (conversion: Known): void => {
    for (const key of deduplicationKeys(conversion))
      if (!known.has(key)) known.set(key, conversion);
  };
  const replace = (found: readonly Known[], report: Known): void => {
    // The other ids of these conversions become free.
    for (const [key, holder] of known) if (found.includes(holder)) known.delete(key);
    add(report);
  };
  for (const conversion of stored) add(conversion);
  const fresh: Conversion[] = [];
  const originals = new Map<Conversion, Original>();
  const replaced = new Map<Conversion, readonly string[]>();
  const provenFirst = arrived.toSorted((a, b) => Number(proven.has(b)) - Number(proven.has(a)));
  for (const conversion of provenFirst) {
    const keys = deduplicationKeys(conversion);
    const found = [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
    const [original] = found.filter((one) => !isKnownByPixelAlone(one)).concat(found);
    const areReplaceable = found.every(
      (one) => isStored.has(one) && isReplaceableBy(one, conversion),
    );
    const [first] = found;
    if (first !== undefined && areReplaceable && proven.has(conversion)) {
      fresh.push(conversion);
      replaced.set(
        conversion,
        found.map(({ id }) => id),
      );
      replace(found, { ...conversion, id: first.id });
    } else if (original === undefined) {
      fresh.push(conversion);
      add(conversion);
    } else {
      originals.set(conversion, original);
    }
  }
  return { fresh, replaced, originals };
}
