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

declare module 'kafkajs/src/protocol/requests/produce/index.js' {
  namespace produce {
    interface Message {
      readonly key?: string | Buffer | null;
      readonly value: string | Buffer | null;
      readonly headers?: Readonly<Record<string, string | Buffer>>;
      readonly timestamp?: string;
      /** Added by this package: the messages that this one packs. */
      readonly records?: readonly Message[];
    }
    interface PartitionData {
      readonly partition: number | string;
      readonly firstSequence: number;
      readonly messages: readonly Message[];
    }
    interface Parts {
      readonly acks: number;
      readonly timeout: number;
      readonly compression?: number;
      readonly transactionalId?: string;
      readonly producerId?: number | string;
      readonly producerEpoch?: number;
      readonly topicData: readonly {
        readonly topic: string;
        readonly partitions: readonly PartitionData[];
      }[];
    }
    interface Encoded {
      readonly buf: Buffer;
      readonly buffer: Buffer;
    }
    interface Exchange {
      readonly request: { readonly encode: () => Promise<Encoded> };
      readonly response: unknown;
    }
  }
  /** The produce request in each of its versions. */
  const produce: {
    protocol: (options: { version: number }) => (parts: produce.Parts) => produce.Exchange;
  };
  export = produce;
}
