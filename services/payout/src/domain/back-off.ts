const LONGEST_MS = 30_000;

/**
 * How long to wait before retry `attempt` (from 1): `firstMs`, doubled each time, at most half a minute. `random`
 * (0 to 1) spreads it by a fifth either way, so that payouts that failed together are not retried together.
 */
export function backOffMs(attempt: number, firstMs: number, random: number): number {
  const grown = firstMs * 2 ** Math.min(attempt - 1, 20);
  return Math.round(Math.min(LONGEST_MS, Math.min(LONGEST_MS, grown) * (0.8 + 0.4 * random)));
}
