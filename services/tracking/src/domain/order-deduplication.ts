import { type Conversion } from './conversion.ts';

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
  /** The conversions to insert. */
  readonly fresh: readonly Conversion[];
  /** Stored conversions that give up their order to a fresh one, by the fresh one. */
  readonly displaced: ReadonlyMap<Conversion, readonly string[]>;
  /** The original of each repeated conversion. */
  readonly originals: ReadonlyMap<Conversion, Original>;
}

type Known = Order & Original & Pick<Conversion, 'source' | 'refundedMinor'>;

/**
 * Whether only the pixel, which anybody can call, has reported the order: it was not approved, and the shop has
 * refunded nothing of it.
 */
export const isKnownByPixelAlone = ({
  source,
  status,
  refundedMinor,
}: Pick<Known, 'source' | 'status' | 'refundedMinor'>): boolean =>
  source === 'pixel' && (status === 'pending' || status === 'rejected') && refundedMinor === 0;

/**
 * Separates new orders from repeated ones, among those stored and within the group; the first one counts.
 * @param proven signed or token-borne reports, which take their orders from those that the pixel alone reported
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
  for (const conversion of stored) add(conversion);
  const fresh: Conversion[] = [];
  const originals = new Map<Conversion, Original>();
  const displaced = new Map<Conversion, readonly string[]>();
  for (const conversion of arrived) {
    const keys = deduplicationKeys(conversion);
    const found = [...new Set(keys.flatMap((key) => known.get(key) ?? []))];
    const [original] = found.filter((one) => !isKnownByPixelAlone(one)).concat(found);
    const areReplaceable = found.every((one) => isStored.has(one) && isKnownByPixelAlone(one));
    if (found.length > 0 && areReplaceable && proven.has(conversion)) {
      fresh.push(conversion);
      displaced.set(
        conversion,
        found.map(({ id }) => id),
      );
      for (const key of keys) known.set(key, conversion);
    } else if (original === undefined) {
      fresh.push(conversion);
      add(conversion);
    } else {
      originals.set(conversion, original);
    }
  }
  return { fresh, displaced, originals };
}
