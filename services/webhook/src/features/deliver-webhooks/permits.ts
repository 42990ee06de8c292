/** A counting semaphore that never waits. */
export interface Permits {
  /** False if all permits are taken. */
  tryAcquire(): boolean;
  release(): void;
}

export function createPermits(limit: number): Permits {
  let acquired = 0;
  return {
    tryAcquire: () => {
      if (acquired >= limit) return false;
      acquired += 1;
      return true;
    },
    release: () => {
      acquired -= 1;
    },
  };
}
