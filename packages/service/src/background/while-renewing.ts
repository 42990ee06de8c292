/**
 * Works on something that is held for `heldMs` at a time, and renews the hold for as long as that takes.
 * A process that dies renews nothing, so that another goes on when the hold ends; where a renewal
 * fails another may join in, which the work must bear.
 */
export async function whileRenewing<Result>(
  heldMs: number,
  renew: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const renewing = setInterval(() => {
    renew().catch(() => undefined);
  }, heldMs / 3);
  try {
    return await work();
  } finally {
    clearInterval(renewing);
  }
}
