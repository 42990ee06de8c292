import { type DueDelivery } from '../store/delivery-store.ts';

/** Deliveries of one endpoint that were saved just now. */
export interface Fresh {
  readonly rows: readonly DueDelivery[];
  /** A moment before they were saved, as `performance.now()` tells it. */
  readonly savedAfter: number;
  /** The endpoint's revision as their maker saw it. */
  readonly revision: number;
}

/** A lane at work, as those see it who make deliveries. */
export interface Taker {
  /** False where it has to look for them: it may have read them already, or not all before them. */
  take(fresh: Fresh): boolean;
  /** Its next poke tells of nothing that it does not have. */
  expectPoke(): void;
}

/**
 * Gives deliveries to the lanes of this process as they are saved, so that what was written a moment ago
 * is not looked for and read again. What no lane takes is found by the poke, as in other processes.
 */
export interface Handover {
  /** Offers this endpoint's deliveries to `taker` until the returned function is called. */
  open(endpointId: string, taker: Taker): () => void;
  /** Whether they were taken. */
  offer(endpointId: string, fresh: Fresh): boolean;
  expectPoke(endpointId: string): void;
}

export function createHandover(): Handover {
  const takers = new Map<string, Taker>();
  return {
    open: (endpointId, taker) => {
      takers.set(endpointId, taker);
      return () => {
        if (takers.get(endpointId) === taker) takers.delete(endpointId);
      };
    },
    offer: (endpointId, fresh) => takers.get(endpointId)?.take(fresh) ?? false,
    expectPoke: (endpointId) => {
      takers.get(endpointId)?.expectPoke();
    },
  };
}
