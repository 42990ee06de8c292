/** The kinds of things that a system is loaded with. */
export const kinds = ['click', 'order', 'approval', 'delivery', 'report'] as const;
export type Kind = (typeof kinds)[number];

/** Things a second of each kind; none where a kind is absent. */
export type Rates = Readonly<Partial<Record<Kind, number>>>;

/** What one kind of thing met under a load. */
export interface Outcome {
  /** Answered as expected, a second; of deliveries those whose event was published. */
  readonly perSecond: number;
  /** Answered otherwise, or not at all. */
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  /** Answered, but not stored, assessed, booked or delivered yet when the load ended. */
  readonly backlog: number;
  /** By how much that had grown a second, over the second half of the load. */
  readonly backlogPerSecond: number;
}

/** One load, offered for some seconds whatever the answers take. */
export interface Measurement {
  readonly rates: Rates;
  readonly seconds: number;
  /** CPU by process, µs a second; `clients` is the generator of the load and the receiver of deliveries. */
  readonly cpu: Readonly<Record<string, number>>;
  /** What other programs of the machine used meanwhile, cores. */
  readonly othersCores: number;
  readonly outcomes: Readonly<Partial<Record<Kind, Outcome>>>;
  /** From the end of the load until nothing was left of it, s. */
  readonly caughtUpS: number;
}

/** What a machine measured. */
export interface Measurements {
  readonly machine: { readonly cores: number; readonly model: string; readonly day: string };
  /** CPU by process without load, µs a second. */
  readonly idle: Readonly<Record<string, number>>;
  /** From which the figures of the model are fitted: one kind each. */
  readonly fitting: readonly Measurement[];
  /** With which its predictions are compared: all kinds at once. */
  readonly checks: readonly Measurement[];
  readonly bytes: Readonly<Partial<Record<Kind, Bytes>>>;
}

/** What the engines store for one thing. */
export interface Bytes {
  readonly mongo: number;
  /** One replica; absent where the brokers' data is not on this machine. */
  readonly kafka?: number;
}
