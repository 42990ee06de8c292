/** Tells the workers of this process at once that an endpoint changed under them. */
export interface Interrupts {
  /** Calls `stop` when the endpoint changes, until the returned function is called. */
  watch(endpointId: string, stop: () => void): () => void;
  ring(endpointId: string): void;
}

export function createInterrupts(): Interrupts {
  const stops = new Map<string, () => void>();
  return {
    watch: (endpointId, stop) => {
      stops.set(endpointId, stop);
      return () => {
        if (stops.get(endpointId) === stop) stops.delete(endpointId);
      };
    },
    ring: (endpointId) => {
      stops.get(endpointId)?.();
    },
  };
}
