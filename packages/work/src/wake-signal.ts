/**
 * Wakes one waiting loop. A notification that comes while the loop works is remembered, so that the
 * loop checks again instead of sleeping.
 */
export interface WakeSignal {
  readonly notify: () => void;
  /** Resolves `true` on a notification, also an earlier one that came before the wait; `false` after `timeoutMs`. */
  readonly wait: (timeoutMs: number) => Promise<boolean>;
}

export function createWakeSignal(): WakeSignal {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify: () => {
      isNotified = true;
      wake?.();
    },
    wait: async (timeoutMs) => {
      if (!isNotified) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
        wake = undefined;
      }
      const wasNotified = isNotified;
      isNotified = false;
      return wasNotified;
    },
  };
}
