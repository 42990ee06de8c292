/** Every timer of a sandbox, so that closing it leaves none behind. */
export type Timers = Readonly<{
  after(delayMs: number, act: () => void): void;
  /** Never settles where the sandbox is closed first: the waiting caller has lost its connection. */
  wait(delayMs: number): Promise<void>;
  close(): void;
}>;

export function openTimers(): Timers {
  const running = new Set<NodeJS.Timeout>();
  let closed = false;

  function after(delayMs: number, act: () => void): void {
    if (closed) return;
    const timer = setTimeout(
      () => {
        running.delete(timer);
        act();
      },
      Math.max(0, delayMs),
    );
    running.add(timer);
  }

  return {
    after,
    wait: (delayMs) =>
      new Promise((resolve) => {
        after(delayMs, resolve);
      }),
    close: () => {
      closed = true;
      for (const timer of running) clearTimeout(timer);
      running.clear();
    },
  };
}
