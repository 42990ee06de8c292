/** Notifies the drains of this process at once of changed endpoints; other processes poll the revision. */
export interface EndpointChanges {
  /** Calls `listener` when the endpoint changes, until the returned function is called. */
  subscribe(endpointId: string, listener: () => void): () => void;
  publish(endpointId: string): void;
}

export function createEndpointChanges(): EndpointChanges {
  const listeners = new Map<string, () => void>();
  return {
    subscribe: (endpointId, listener) => {
      listeners.set(endpointId, listener);
      return () => {
        if (listeners.get(endpointId) === listener) listeners.delete(endpointId);
      };
    },
    publish: (endpointId) => {
      listeners.get(endpointId)?.();
    },
  };
}
