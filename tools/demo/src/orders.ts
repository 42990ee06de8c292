import { readFileSync } from 'node:fs';
import { parseAmount } from '@tributary/money';

/** One purchase of the data set. */
export interface Order {
  /** The number of the line, because a customer may order twice on a day. */
  readonly orderId: string;
  readonly customerId: string;
  /** The amount in dollars as written in the file; the signature covers this text. */
  readonly valueText: string;
  readonly valueMinor: number;
  readonly quantity: number;
}

/** Reads the first `limit` orders of a file in the format of the data set. */
export function readOrders(file: string, limit: number): Order[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .slice(1, limit + 1);
  return lines
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const [customerId = '', , quantity = '', valueText = ''] = line.trim().split(/\s+/);
      return {
        orderId: `cdnow-${String(index + 1)}`,
        customerId,
        valueText,
        valueMinor: parseAmount(valueText, 'USD'),
        quantity: Number(quantity),
      };
    });
}

/** A seeded random generator (mulberry32), so that every run makes the same choices. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Chooses which of `count` affiliates refers each customer. */
export function chooseAffiliates(
  orders: readonly Order[],
  seed: number,
  count: number,
): Map<string, number> {
  const chosen = new Map<string, number>();
  for (const { customerId } of orders) {
    if (chosen.has(customerId)) continue;
    chosen.set(customerId, Math.floor(seeded(seed * 1_000_003 + Number(customerId))() * count));
  }
  return chosen;
}

/**
 * The commission on a value in cents at a rate in thousandths, rounded half to even. It shares no code
 * with the platform, because the demo checks the platform's sums with it.
 */
export function expectedCommission(valueMinor: number, rateThousandths: number): number {
  const exact = valueMinor * rateThousandths;
  const floor = Math.floor(exact / 1000);
  const rest = exact - floor * 1000;
  if (rest !== 500) return rest > 500 ? floor + 1 : floor;
  return floor % 2 === 0 ? floor : floor + 1;
}
