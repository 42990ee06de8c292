/** A lookup on the way of a visitor or of a tracking call. */
export const LOOKUP = { deadlineMs: 500, idempotent: true } as const;

/**
 * A call that a brand waits for. Longer than a stalled disk delays a transaction: an earlier answer would
 * state that no commission exists, or that the conversion is not assessed yet.
 */
export const DECISION = { deadlineMs: 5_000, idempotent: true } as const;
