/** How long to wait between attempts. */
export interface BackOff {
  readonly firstMs: number;
  /** The longest wait before jitter. */
  readonly maxMs: number;
  /** Growth per attempt; default 2. */
  readonly factor?: number;
  /** Share by which a wait may be shorter or longer; default 0.2. */
  readonly jitter?: number;
}

/**
 * The wait after failed attempt number `attempt` (from 1), in milliseconds. Jitter spreads work that
 * failed together.
 * @param random a number in [0, 1); domain code passes it, because it must not draw one itself
 */
export function backOffMs(
  attempt: number,
  { firstMs, maxMs, factor = 2, jitter = 0.2 }: BackOff,
  random: number = Math.random(),
): number {
  const grownMs = Math.min(firstMs * factor ** (attempt - 1), maxMs);
  return Math.round(grownMs * (1 - jitter + 2 * jitter * random));
}
