import { setTimeout as sleep } from 'node:timers/promises';
import type kafkajs from 'kafkajs';
import { KIB, MINUTE_MS } from '@tributary/units';
import type { GroupOptions, IncomingBatch, RunningGroup } from '../port.ts';
import type { Client } from './client.ts';
import { incomingMessage } from './incoming.ts';
import { assignersOf } from './keep-partitions.ts';
import { namesToRead, untilOtherNames } from './names-to-read.ts';
import { refusalOf } from './producer.ts';
import { portPartition, versionOfName } from './topic-names.ts';

/** A member without a fetch, heartbeat or finished batch for this long counts as stuck. */
const STALL_MS = MINUTE_MS;
/** Partitions that a member handles at the same time. */
const AT_ONCE = 3;
/** Those of one fetch that gathered come together, so that their handler may write them together. */
const GATHERED_AT_ONCE = 12;
/** How long a fetch waits where nothing comes: a stop and a rebalance wait for it. It returns with the first message. */
const IDLE_FETCH_MS = 500;
const FIRST_BACK_OFF_MS = 300;
const LONGEST_BACK_OFF_MS = 5_000;

interface Supervision {
  readonly client: Client;
  readonly options: GroupOptions;
  readonly firstJoin: PromiseWithResolvers<undefined>;
  readonly stopping: AbortController;
  isJoined: boolean;
  /** The partitions that it had last, by topic. */
  owned: Readonly<Record<string, readonly number[]>>;
  backOffMs: number;
}

/**
 * Keeps one member in the group. kafkajs stops a consumer for good on some errors and restarts it
 * on others; here kafkajs never restarts it, and this supervisor replaces every ended member.
 */
export function runGroup(client: Client, options: GroupOptions): RunningGroup {
  const supervision: Supervision = {
    client,
    options,
    firstJoin: Promise.withResolvers<undefined>(),
    stopping: new AbortController(),
    isJoined: false,
    owned: {},
    backOffMs: FIRST_BACK_OFF_MS,
  };
  const ended = supervise(supervision);
  return {
    joined: supervision.firstJoin.promise,
    isJoined: () => supervision.isJoined,
    stop: async () => {
      supervision.stopping.abort();
      await ended;
    },
  };
}

const isStopping = ({ stopping }: Supervision): boolean => stopping.signal.aborted;

async function supervise(supervision: Supervision): Promise<void> {
  const { client, options, stopping } = supervision;
  while (!isStopping(supervision)) {
    try {
      await runMember(supervision);
    } catch (error) {
      if (isStopping(supervision)) break;
      const { backOffMs } = supervision;
      // A broker knows a new topic some seconds after its creation.
      const isNew = refusalOf(error) === 'topic' && backOffMs < LONGEST_BACK_OFF_MS;
      const facts = { err: error, group: options.groupId, backOffMs };
      client.log[isNew ? 'info' : 'warn'](facts, 'Kafka consumer ended; replacing it');
    }
    supervision.isJoined = false;
    await sleep(supervision.backOffMs, undefined, { signal: stopping.signal }).catch(() => null);
    supervision.backOffMs = Math.min(supervision.backOffMs * 2, LONGEST_BACK_OFF_MS);
  }
}

/** Returns on stop, or when there are other versions to read; rejects when the member crashed or is stuck. */
async function runMember(supervision: Supervision): Promise<void> {
  const { client, options, stopping } = supervision;
  const names = await namesToRead(client, options.groupId, options.topics);
  const consumer = createConsumer(supervision);
  const activity = { last: performance.now(), batches: 0 };
  const crashed = watchMember(supervision, consumer, activity);
  const over = new AbortController();
  let isOrderly = false;
  try {
    await Promise.race([startMember({ supervision, consumer, activity, names }), crashed]);
    const stopped = untilAborted(stopping.signal, over.signal);
    const changed = untilOtherNames(client, options, { names, over: over.signal });
    await Promise.race([stopped, changed, crashed, untilStalled(activity, over.signal)]);
    isOrderly = true;
  } finally {
    over.abort();
    const bound = sleep(leaveWithinMs(isOrderly, activity), undefined, { ref: false });
    await Promise.race([consumer.disconnect().catch(() => undefined), bound]);
  }
}

/** Leaving takes as long as the running batches; without any, at most as long as a rebalance of the group. */
function leaveWithinMs(isOrderly: boolean, { batches }: Activity): number {
  if (!isOrderly) return 2_000;
  return batches > 0 ? 15_000 : 3_000;
}

/** Of each partition that has as much: all of them are in memory at once, and a larger batch is no faster. */
const BYTES_PER_PARTITION = 256 * KIB;

const createConsumer = (supervision: Supervision): kafkajs.Consumer => {
  const { client, options } = supervision;
  return client.kafka.consumer({
    groupId: client.topicPrefix + options.groupId,
    partitionAssigners: assignersOf(() => supervision.owned),
    // A killed member's partitions wait for this; see the README for the other times.
    sessionTimeout: options.sessionTimeoutMs,
    // Members notice by it that another one left: until all have, the partitions of that one wait.
    heartbeatInterval: 1_000,
    rebalanceTimeout: 15_000,
    minBytes: options.gather?.minBytes ?? 1,
    maxWaitTimeInMs: options.gather?.maxWaitMs ?? IDLE_FETCH_MS,
    idleMaxWaitTimeInMs: IDLE_FETCH_MS,
    maxBytesPerPartition: BYTES_PER_PARTITION,
    allowAutoTopicCreation: false,
    retry: {
      retries: 2,
      initialRetryTime: 100,
      maxRetryTime: 1_000,
      restartOnFailure: () => Promise.resolve(false),
    },
  });
};

interface Activity {
  last: number;
  batches: number;
}

/** Follows the member's events; the promise rejects when it crashes. */
function watchMember(
  supervision: Supervision,
  consumer: kafkajs.Consumer,
  activity: Activity,
): Promise<never> {
  const touch = () => {
    activity.last = performance.now();
  };
  consumer.on(consumer.events.FETCH_START, touch);
  consumer.on(consumer.events.HEARTBEAT, touch);
  consumer.on(consumer.events.END_BATCH_PROCESS, touch);
  consumer.on(consumer.events.GROUP_JOIN, ({ payload }) => {
    touch();
    supervision.owned = payload.memberAssignment;
    supervision.options.onAssigned?.();
    supervision.isJoined = true;
    supervision.backOffMs = FIRST_BACK_OFF_MS;
    supervision.firstJoin.resolve(undefined);
  });
  const crash = Promise.withResolvers<never>();
  // It may reject before anyone awaits it.
  crash.promise.catch(() => undefined);
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    crash.reject(payload.error);
  });
  return crash.promise;
}

interface Start {
  readonly supervision: Supervision;
  readonly consumer: kafkajs.Consumer;
  readonly activity: Activity;
  readonly names: string[];
}

async function startMember({ supervision, consumer, activity, names }: Start): Promise<void> {
  const { client, options } = supervision;
  await consumer.connect();
  await consumer.subscribe({ topics: names, fromBeginning: true });
  await consumer.run({
    // Resolving the whole batch after an early end would skip what was not handled.
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: options.gather === undefined ? AT_ONCE : GATHERED_AT_ONCE,
    eachBatch: async (payload) => {
      activity.batches += 1;
      try {
        await options.handle(incoming(client, payload));
      } catch (error) {
        throw harmless(error);
      } finally {
        activity.batches -= 1;
      }
    },
  });
}

function incoming(client: Client, payload: kafkajs.EachBatchPayload): IncomingBatch {
  const { batch } = payload;
  const { topic, version } = versionOfName(batch.topic.slice(client.topicPrefix.length));
  const partition = portPartition(version, batch.partition);
  const { highWatermark } = batch;
  return {
    topic,
    partition,
    highWatermark,
    messages: batch.messages.map((message) => incomingMessage(topic, partition, message)),
    resolve: (offset) => {
      payload.resolveOffset(offset);
    },
    heartbeat: () => payload.heartbeat(),
    isActive: () => payload.isRunning() && !payload.isStale(),
  };
}

const FATAL_NAMES = new Set(['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError']);

/** kafkajs stops a consumer for good on errors of these names, so none of them may reach it. */
function harmless(error: unknown): unknown {
  if (!(error instanceof Error) || !FATAL_NAMES.has(error.name)) return error;
  return new Error(`A batch failed: ${error.message}`, { cause: error });
}

/**
 * Removes the listener when `over` fires: while Kafka is down, members are replaced every few
 * seconds.
 */
const untilAborted = (signal: AbortSignal, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true, signal: over },
    );
  });

/** Rejects when an idle member shows no progress; a running batch has its own check. */
async function untilStalled(activity: Activity, over: AbortSignal): Promise<void> {
  for (;;) {
    await sleep(5_000, undefined, { signal: over, ref: false }).catch(() => null);
    if (over.aborted) return;
    const idleMs = performance.now() - activity.last;
    if (activity.batches === 0 && idleMs > STALL_MS)
      throw new Error('The Kafka consumer makes no progress');
  }
}
