/**
 * A wake-up call that is never lost: one that rings while nobody waits is remembered, because a
 * lost one would cost the relay its longest poll interval.
 */
export interface Nudge {
  readonly ring: () => void;
  /** Resolves `true` at the next ring (or at once for a remembered one), `false` after `timeoutMs`. */
  readonly wait: (timeoutMs: number) => Promise<boolean>;
}

export function createNudge(): Nudge {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      rung = true;
      wake?.();
    },
    wait: async (timeoutMs) => {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const heard = rung;
      rung = false;
      return heard;
    },
  };
}
