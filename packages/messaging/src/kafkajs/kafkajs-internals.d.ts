declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestQueue {
    readonly pending: unknown[];
    readonly throttledUntil: number;
    readonly throttleCheckTimeoutId: unknown;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
    destroy: () => void;
  }
  const constructor: {
    readonly prototype: RequestQueue;
    new (options: {
      maxInFlightRequests: number;
      requestTimeout: number;
      enforceRequestTimeout: boolean;
      clientId: string;
      broker: string;
      logger: object;
    }): RequestQueue;
  };
  export = constructor;
}
