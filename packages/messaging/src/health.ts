/** A loop that hangs is not alive; one that waits for an engine is. */
export interface Health {
  readonly live: boolean;
  /** A short text for the health response. */
  readonly detail: string;
}

/** Records progress of running work; work without progress for `stallMs` counts as hanging. */
export interface Pulse {
  beat(): void;
  during<T>(work: () => Promise<T>): Promise<T>;
  health(detail: string): Health;
}

export function createPulse(stallMs: number): Pulse {
  let last = performance.now();
  let inHand = 0;
  const beat = () => {
    last = performance.now();
  };
  return {
    beat,
    during: async (work) => {
      if (inHand === 0) beat();
      inHand += 1;
      try {
        return await work();
      } finally {
        inHand -= 1;
      }
    },
    health: (detail) => ({ live: inHand === 0 || performance.now() - last < stallMs, detail }),
  };
}
