import { type DueDelivery } from '../store/delivery-store.ts';

/** Deliveries of one endpoint that were saved just now. */
export interface SavedDeliveries {
  readonly deliveries: readonly DueDelivery[];
  /** A moment before they were saved, on the `performance.now()` clock. */
  readonly savedAfter: number;
  /** The endpoint's revision that the deliveries were made for. */
  readonly endpointRevision: number;
}

/** The drain of a queue in this process. */
export interface HandoffReceiver {
  /** False if the drain must read the deliveries from the store instead. */
  accept(saved: SavedDeliveries): boolean;
  /** The next notification of the queue is about accepted deliveries, so it needs no read. */
  skipNotification(): void;
}

/**
 * Hands saved deliveries directly to the drain of their queue, if this process has it, so that they are
 * not read from the store again. Refused deliveries are found through the queue's notification.
 */
export interface Handoff {
  /** Offers this endpoint's deliveries to `receiver` until the returned function is called. */
  register(endpointId: string, receiver: HandoffReceiver): () => void;
  /** Whether the deliveries were accepted. */
  offer(endpointId: string, saved: SavedDeliveries): boolean;
  skipNotification(endpointId: string): void;
}

export function createHandoff(): Handoff {
  const receivers = new Map<string, HandoffReceiver>();
  return {
    register: (endpointId, receiver) => {
      receivers.set(endpointId, receiver);
      return () => {
        if (receivers.get(endpointId) === receiver) receivers.delete(endpointId);
      };
    },
    offer: (endpointId, saved) => receivers.get(endpointId)?.accept(saved) ?? false,
    skipNotification: (endpointId) => {
      receivers.get(endpointId)?.skipNotification();
    },
  };
}
