/** Resolves to `work`, or to the result of `onTimeout` after `timeoutMs`. The work itself continues. */
export async function withTimeout<T, Late>(
  timeoutMs: number,
  work: Promise<T>,
  onTimeout: () => Late,
): Promise<T | Late> {
  const timedOut = Symbol('timed out');
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof timedOut>((resolve) => {
    timer = setTimeout(() => {
      resolve(timedOut);
    }, timeoutMs);
  });
  try {
    const outcome = await Promise.race([work, timeout]);
    return outcome === timedOut ? onTimeout() : outcome;
  } finally {
    clearTimeout(timer);
  }
}
