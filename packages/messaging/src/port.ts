/**
 * What this package needs of a Kafka client. `kafkajs/` is its only adapter. kafkajs has no
 * maintainers, so nothing outside that folder knows its types.
 */
export interface KafkaPort {
  /** Creates missing topics and waits for leaders. Any number of callers may do it at once. */
  createTopics(topics: readonly TopicSpec[]): Promise<void>;
  /** Checks whether a broker answers, over a connection of its own. Opens nothing yet. */
  openPing(): Ping;
  /** Queries how far groups are, over a connection of its own. Opens nothing yet. */
  openProgress(): GroupProgress;
  /** Which version of a topic is written. */
  readonly versions: TopicVersions;
  /** Gives topics more partitions, over a connection of its own. Opens nothing yet. */
  openTopicMoves(): TopicMoves;
  /** Connects; rejects when no broker answers. */
  openProducer(options: ProducerOptions): Promise<Producer>;
  /** Joins a group and rejoins after any failure, until `stop`. Returns at once. */
  runGroup(options: GroupOptions): RunningGroup;
  /** Reads what is on the topics now, and then ends. A missing topic counts as empty. */
  readToEnd(options: ReadOptions): Promise<void>;
  /** For each partition of these topics, what every group that reads it has handled: the lowest of their positions. */
  handledByAll(topics: readonly string[]): Promise<Position[]>;
  /** What a failed `send` means for the messages in it. */
  refusalOf(error: unknown): Refusal | undefined;
}

export interface Ping {
  /** Rejects where no broker answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ProgressQuery {
  readonly group: string;
  readonly topic: string;
  /** The longest wait, ms. */
  readonly withinMs: number;
}

export interface GroupProgress {
  /**
   * Whether a group has handled, within a time, all that was on a topic when this was called: what had been
   * acknowledged by then is certainly among it. Rejects where no broker answers.
   */
  hasHandledAll(query: ProgressQuery): Promise<boolean>;
  /** For how long the oldest event waits that a group has not handled, seconds; 0 where none does. Rejects where no broker answers. */
  lagSeconds(group: string, topics: readonly string[]): Promise<number>;
  close(): Promise<void>;
}

/**
 * In this port the partitions of a topic's version 2 are numbered from here on, those of version 3 from twice as much: a
 * partition and an offset name one place of a topic, and places of a later version are behind those of an earlier one.
 */
export const PARTITIONS_PER_VERSION = 10_000;

/**
 * A topic gets more partitions by a new version, a log of its own: writers whose order counts wait until every group has
 * handled the version before.
 */
export interface TopicVersions {
  /** Learns which versions there are, unless that is known. Rejects where no broker answers. */
  refresh(): Promise<void>;
  /** The topics to which nothing ordered may be written now, as far as is known. */
  held(): ReadonlySet<string>;
  /** Never rejects. */
  close(): Promise<void>;
}

/** What a broker has of one version of a topic. */
export interface VersionState {
  readonly version: number;
  readonly partitions: number;
  /** Whether it is written to, or has been. */
  readonly isOpen: boolean;
  /** Records that it still has. */
  readonly records: bigint;
}

export interface TopicMoves {
  /** The versions of a topic, the oldest first. */
  list(topic: string): Promise<VersionState[]>;
  /** Creates a version with the settings of the newest one; from now on writers wait. */
  add(topic: string, partitions: number): Promise<void>;
  /** The groups that have not handled all of the versions before the newest. */
  behind(topic: string): Promise<string[]>;
  /** Lets writers go on in the newest version. */
  open(topic: string): Promise<void>;
  /** Deletes a version with all that it has. */
  remove(topic: string, version: number): Promise<void>;
}

export interface TopicSpec {
  readonly name: string;
  readonly partitions: number;
  readonly config?: Readonly<Record<string, string>>;
}

/**
 * Why a broker refuses a message however often it is sent: `message` (too large, not valid) is
 * certain; `topic` (unknown, not allowed) may pass while a topic is being created.
 */
export type Refusal = 'message' | 'topic';

export interface ProducerOptions {
  /**
   * Only for an owner that sends one batch at a time and, after a failure, the identical batch
   * again: otherwise the client loses acknowledged messages (README, "silent loss").
   */
  readonly idempotent: boolean;
  /** How often a failed send is repeated before it rejects; default 2. */
  readonly retries?: number;
}

export interface OutgoingMessage {
  readonly topic: string;
  readonly key: string | null;
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Producer {
  /** Resolves when all in-sync replicas have every message. */
  send(messages: readonly OutgoingMessage[]): Promise<void>;
  /** Never rejects; gives up waiting for a dead broker after 2 seconds. */
  close(): Promise<void>;
}

export interface IncomingMessage {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly key: string | null;
  readonly value: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface IncomingBatch {
  readonly topic: string;
  readonly partition: number;
  /** The offset after the partition's last message. */
  readonly highWatermark: string;
  readonly messages: readonly IncomingMessage[];
  /** Marks all up to this offset as done; committed when the batch returns. */
  readonly resolve: (offset: string) => void;
  /** Rejects when the group rebalances; the batch must then end with that error. */
  readonly heartbeat: () => Promise<void>;
  /** False when the batch should end early: stopping, or the partition was taken away. */
  readonly isActive: () => boolean;
}

export interface GroupOptions {
  readonly groupId: string;
  readonly topics: readonly string[];
  /**
   * A fetch returns when this many bytes are available, or after this time; by default at once, and after one that found
   * nothing with the first message.
   */
  readonly gather?: { readonly minBytes: number; readonly maxWaitMs: number };
  readonly sessionTimeoutMs: number;
  /** Called when partitions were assigned, before any of their batches. */
  readonly onAssigned?: () => void;
  /** Rejects only with errors of `heartbeat`; it handles every other error. */
  handle(batch: IncomingBatch): Promise<void>;
}

/** Groups that read without progress begin with this; they are deleted afterwards. */
export const READING_GROUPS = 'read-';

/** A place on a topic: the next message to read. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
}

export interface ReadOptions {
  readonly topics: readonly string[];
  /** Where to begin; without it at the stored progress, or with the oldest message. */
  readonly from?: readonly Position[];
  /** Stores the progress for the next read; without it everything is read each time. */
  readonly progressGroup?: string;
  /** Called one by one. `stop` ends the reading; this message then counts as read. */
  take(message: IncomingMessage): Promise<'more' | 'stop'>;
}

export interface RunningGroup {
  /** Resolves when the group was joined for the first time. */
  readonly joined: Promise<void>;
  /** Whether it is a member now. */
  isJoined(): boolean;
  /** Finishes running batches, commits their offsets and leaves the group. */
  stop(): Promise<void>;
}
