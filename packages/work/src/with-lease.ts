/** How the lease on one piece of work is extended. */
export interface Renewal {
  /** How long a lease lasts after its last renewal. */
  readonly leaseMs: number;
  /** Default: a third of the lease. */
  readonly everyMs?: number;
  /** Extends the lease; false where another holder has it. */
  readonly renew: () => Promise<boolean>;
}

export class LeaseLostError extends Error {}

/**
 * Does work on something leased and renews the lease meanwhile. A process that dies renews nothing, so
 * another takes over when the lease ends. `lost` fires where the lease was lost or could not be
 * renewed in time: the work must then stop, and its last write must be refused by the store. Until the work
 * ends the lease is renewed all the same, unless another holder has it: work that cannot stop is not begun twice.
 */
export async function withLease<Result>(
  { leaseMs, everyMs = leaseMs / 3, renew }: Renewal,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  let heldUntil = performance.now() + leaseMs;
  let isRenewing = false;
  let isTaken = false;
  const lose = (cause?: unknown): void => {
    lost.abort(new LeaseLostError('The lease was lost', { cause }));
  };
  const renewOnce = async (): Promise<void> => {
    const begunAt = performance.now();
    isRenewing = true;
    try {
      isTaken = !(await renew());
      if (isTaken) lose();
      else heldUntil = begunAt + leaseMs;
    } catch (error) {
      // The database may be away for a moment: the next renewal comes before the lease ends.
      if (performance.now() >= heldUntil) lose(error);
    } finally {
      isRenewing = false;
    }
  };
  const timer = setInterval(() => {
    if (performance.now() >= heldUntil) lose();
    if (!isRenewing && !isTaken) void renewOnce();
  }, everyMs);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(timer);
  }
}
