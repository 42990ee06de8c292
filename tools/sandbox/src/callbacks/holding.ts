import type { Timers } from '../timers.ts';

/** Keeps acts back until others have gone first. */
export type Holding = Readonly<{
  /** Acts at the next release, or after `maxMs` where nothing else comes. */
  hold(act: () => void, maxMs: number): void;
  release(): void;
}>;

export function createHolding(timers: Timers): Holding {
  const held = new Set<() => void>();
  return {
    hold: (act, maxMs) => {
      const actOnce = (): void => {
        if (held.delete(actOnce)) act();
      };
      held.add(actOnce);
      timers.after(maxMs, actOnce);
    },
    release: () => {
      for (const act of [...held]) act();
    },
  };
}
