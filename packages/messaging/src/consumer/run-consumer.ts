import { type Mongo } from '@tributary/mongo';
import { createKeyLock, createWakeSignal } from '@tributary/work';
import { SESSION_TIMEOUT_MS } from '../access.ts';
import { createPulse, type Health, type Pulse } from '../health.ts';
import type { MessagingMetrics } from '../metrics.ts';
import { pause } from '../pace.ts';
import type { KafkaPort, RunningGroup } from '../port.ts';
import { handleBulk } from './handle-bulk.ts';
import type { ConsumerContext, Exclusively, GroupContext } from './context.ts';
import type { SharedProducer } from './dead-letters.ts';
import { handleBatch } from './handle-batch.ts';
import type { BulkConsumer, Consumer, EventConsumer } from './handlers.ts';
import { ensureDeadLetterRecords } from './dead-letter-records.ts';
import { createParkedMemory } from './parked-memory.ts';
import { ensureParkedEvents } from './parked-events.ts';
import { retryParked } from './retry-parked.ts';

/** Longer than any single wait in a handler; a loop silent for this long hangs. */
const STALL_MS = 120_000;
/** After a batch of fewer events the next fetch waits a moment, so that more events share a transaction. */
const SMALL_BATCH = 50;
const GATHER_MS = 25;
/** A fetch of so much does not gather any longer. */
const BULK_MIN_BYTES = 262_144;

export interface ConsumerGroupOptions {
  /** The service's name: instances of one group share the work. */
  readonly group: string;
  readonly handlers: readonly Consumer[];
  /**
   * Counted attempts before an event is dead-lettered; default 12, which takes about eight minutes.
   */
  readonly maxAttempts?: number;
  /** How long a silent instance keeps its partitions; default `SESSION_TIMEOUT_MS`, brokers allow 6,000. */
  readonly sessionTimeoutMs?: number;
  /** Awaited between two transactions of a backlog, so that it delays nobody. */
  readonly yieldToCalls?: () => Promise<void>;
}

export interface RunningConsumer {
  /** Resolves when the group was joined for the first time; never rejects. */
  readonly joined: Promise<void>;
  health(): Health;
  /** Finishes running batches, commits their offsets and leaves the group. */
  stop(): Promise<void>;
}

export interface ConsumerParts {
  readonly mongo: Mongo;
  readonly port: KafkaPort;
  readonly metrics: MessagingMetrics;
  readonly deadLetters: SharedProducer;
}

/** The group in which a service's bulk consumers read. */
export const bulkGroupOf = (group: string): string => `${group}.bulk`;

/** Starts a service’s consumers. Kafka may be down: they join when it is available. */
export async function runConsumer(
  parts: ConsumerParts,
  options: ConsumerGroupOptions,
): Promise<RunningConsumer> {
  const { mongo, port } = parts;
  await Promise.all([ensureParkedEvents(mongo), ensureDeadLetterRecords(mongo)]);
  const stopping = new AbortController();
  const parkedSignal = createWakeSignal();
  const pulse = createPulse(STALL_MS);
  const withKeyLock = createKeyLock();
  const exclusively: Exclusively = (work) => withKeyLock('conflicting', work);
  const shared = {
    ...parts,
    log: mongo.log,
    pulse,
    stopping: stopping.signal,
    maxAttempts: options.maxAttempts ?? 12,
    onParked: parkedSignal.notify,
    exclusively,
    yieldToCalls: options.yieldToCalls ?? (() => Promise.resolve()),
  };
  const groups: RunningGroup[] = [];
  const each = byType(options.handlers, isEach);
  const { group } = options;
  const parkedMemory = createParkedMemory(mongo, group);
  const context: ConsumerContext = { ...shared, group, handlers: each, parkedMemory };
  if (each.size > 0) groups.push(runEach(port, context, options));
  const bulk = byType(options.handlers, isBulk);
  const bulkContext: GroupContext<BulkConsumer> = {
    ...shared,
    group: bulkGroupOf(options.group),
    handlers: bulk,
  };
  if (bulk.size > 0) groups.push(runBulk(port, bulkContext, options));
  const retrying = each.size > 0 ? retryParked(context, parkedSignal) : Promise.resolve();
  return {
    joined: Promise.all(groups.map((group) => group.joined)).then(() => undefined),
    health: () => healthOf(groups, pulse),
    stop: async () => {
      stopping.abort();
      parkedSignal.notify();
      await Promise.all([...groups.map((group) => group.stop()), retrying]);
    },
  };
}

/** Two handlers of one event in one service would need two inboxes, so one must call the other. */
function byType<Handler extends Consumer>(
  handlers: readonly Consumer[],
  isMine: (handler: Consumer) => handler is Handler,
): Map<string, Handler> {
  const types = new Map<string, Handler>();
  for (const handler of handlers.filter(isMine)) {
    const { type } = handler.eventType;
    if (types.has(type)) throw new Error(`${type} has two consumers in one group`);
    types.set(type, handler);
  }
  return types;
}

const isEach = (handler: Consumer): handler is EventConsumer => handler.mode === 'each';
const isBulk = (handler: Consumer): handler is BulkConsumer => handler.mode === 'bulk';

/** A group and the topics that it reads. */
export interface GroupTopics {
  readonly group: string;
  readonly topics: readonly string[];
}

/** The consumer groups that these handlers join, each with its topics. */
export function groupTopicsOf(group: string, handlers: readonly Consumer[]): GroupTopics[] {
  const of = (name: string, mine: readonly Consumer[]): GroupTopics => ({
    group: name,
    topics: [...new Set(mine.map(({ eventType }) => eventType.topic))],
  });
  const groups = [
    of(group, handlers.filter(isEach)),
    of(bulkGroupOf(group), handlers.filter(isBulk)),
  ];
  return groups.filter(({ topics }) => topics.length > 0);
}

const topicsOf = (handlers: ReadonlyMap<string, Consumer>): string[] => [
  ...new Set([...handlers.values()].map(({ eventType }) => eventType.topic)),
];

const runEach = (
  port: KafkaPort,
  context: ConsumerContext,
  { sessionTimeoutMs = SESSION_TIMEOUT_MS }: ConsumerGroupOptions,
): RunningGroup =>
  port.runGroup({
    groupId: context.group,
    topics: topicsOf(context.handlers),
    sessionTimeoutMs,
    onAssigned: context.parkedMemory.forget,
    handle: (batch) =>
      context.pulse.during(async () => {
        context.parkedMemory.forgetAtFirst(batch.partition);
        await handleBatch(context, batch);
        if (batch.messages.length < SMALL_BATCH) await pause(GATHER_MS, context.stopping);
      }),
  });

/** A group of its own, so that thousands of events in bulk do not delay single events. */
const runBulk = (
  port: KafkaPort,
  context: GroupContext<BulkConsumer>,
  { sessionTimeoutMs = SESSION_TIMEOUT_MS }: ConsumerGroupOptions,
): RunningGroup =>
  port.runGroup({
    groupId: context.group,
    topics: topicsOf(context.handlers),
    sessionTimeoutMs,
    gather: {
      minBytes: BULK_MIN_BYTES,
      maxWaitMs: Math.min(...[...context.handlers.values()].map(({ gatherMs }) => gatherMs)),
    },
    handle: (batch) => context.pulse.during(() => handleBulk(context, batch)),
  });

const healthOf = (groups: readonly RunningGroup[], pulse: Pulse): Health =>
  pulse.health(groups.every((group) => group.isJoined()) ? 'consuming' : 'joining');
