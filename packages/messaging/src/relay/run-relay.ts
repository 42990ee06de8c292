import { databaseOf, type Mongo } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { backOffMs, createLease, type Lease, renewLease } from '@tributary/work';
import { createPulse, type Health, type Pulse } from '../health.ts';
import type { MessagingMetrics } from '../metrics.ts';
import { pause } from '../pace.ts';
import type { KafkaPort, TopicVersions } from '../port.ts';
import { findBlockedKeys, readPending, releaseHeld } from './outbox-documents.ts';
import { reportOutbox } from './outbox-gauges.ts';
import { type Publishing, publishEvents } from './publish.ts';
import { createSender } from './sender.ts';

/** For what nobody notified of: the answer to a commit was lost, or Redis could not pass it on. */
const POLL_MS = 1_000;
const TAKEOVER_POLL_MS = 1_000;
const UPKEEP_MS = 5_000;
const STALL_MS = MINUTE_MS;

export interface RelayOptions {
  /** Names the service in the events it publishes. */
  readonly source: string;
  /** On stop: how long to continue publishing pending events; default 5,000. */
  readonly drainMs?: number;
  /** After how long another instance takes over from a silent owner; default 6,000. */
  readonly leaseMs?: number;
  /** Called after commits of this process while another instance publishes; must not reject. */
  readonly onStandbyCommit?: () => Promise<void>;
}

export interface RunningRelay {
  health(): Health;
  /** Whether this instance is the one that publishes. */
  isPublishing(): boolean;
  /** Publishes what is pending, for a bounded time, and releases the lease. */
  stop(): Promise<void>;
}

interface RelayState {
  readonly versions: TopicVersions;
  readonly mongo: Mongo;
  readonly lease: Lease;
  readonly publishing: Publishing;
  readonly stopping: AbortController;
  readonly pulse: Pulse;
  readonly drainMs: number;
  readonly renewMs: number;
  readonly onStandbyCommit: () => Promise<void>;
  /** By the monotonic clock. */
  drainUntil: number;
  upkeepDue: number;
  failures: number;
}

/**
 * Publishes the outbox of one database. Any number of instances may run it; one at a time holds the
 * lease. Events of one key are published in the order of their commits. A crash or a change of
 * owner may publish some twice, never none. It starts at once and waits for Kafka as long as
 * needed.
 */
export function runRelay(
  parts: { mongo: Mongo; port: KafkaPort; metrics: MessagingMetrics },
  options: RelayOptions,
): RunningRelay {
  const state = createState(parts, options);
  const stopRenewal = renewLease(state.lease, state.renewMs);
  const stopReports = reportOutbox(parts);
  const ended = state.pulse.during(() => run(state)).finally(stopRenewal);
  return {
    health: () => state.pulse.health(state.lease.isHeld() ? 'publishing' : 'standing by'),
    isPublishing: () => state.lease.isHeld(),
    stop: async () => {
      state.drainUntil = performance.now() + state.drainMs;
      state.stopping.abort();
      state.mongo.outboxSignal.notify();
      await ended;
      await stopReports();
    },
  };
}

function createState(
  { mongo, port, metrics }: { mongo: Mongo; port: KafkaPort; metrics: MessagingMetrics },
  options: RelayOptions,
): RelayState {
  const { source, drainMs = 5_000, leaseMs = 6_000 } = options;
  const { onStandbyCommit = () => Promise.resolve() } = options;
  const owner = mongo.newId();
  const lease = createLease(databaseOf(mongo.connection), {
    name: 'outbox-relay',
    owner,
    ttlMs: leaseMs,
  });
  const stopping = new AbortController();
  const pulse = createPulse(STALL_MS);
  const maySend = () => {
    pulse.beat();
    return lease.isHeld() && performance.now() < state.drainUntil;
  };
  const sender = createSender({ port, log: mongo.log, maySend, stopping: stopping.signal });
  const state: RelayState = {
    mongo,
    versions: port.versions,
    lease,
    publishing: { mongo, sender, metrics, source, blocked: new Set() },
    stopping,
    pulse,
    drainMs,
    renewMs: leaseMs / 3,
    onStandbyCommit,
    drainUntil: Infinity,
    upkeepDue: 0,
    failures: 0,
  };
  return state;
}

async function run(state: RelayState): Promise<void> {
  const wait = (attempt: number): number => backOffMs(attempt, { firstMs: 100, maxMs: 2_000 });
  const { signal } = state.stopping;
  for (;;) {
    state.pulse.beat();
    // A read that began before the stop may have missed events committed just before it.
    const wasStopping = signal.aborted;
    try {
      const found = await step(state);
      state.failures = 0;
      if ((wasStopping && found !== 'more') || performance.now() >= state.drainUntil) break;
    } catch (error) {
      state.failures += 1;
      state.mongo.log.warn({ err: error }, 'The outbox cannot be read; retrying');
      if (signal.aborted) break;
      await pause(wait(state.failures), signal);
    }
  }
  await state.publishing.sender.close();
  await state.lease.release();
}

/**
 * Publishes what one read of the outbox finds, and waits for more unless the read was full. @returns `all` where it was
 * everything then pending
 */
async function step(state: RelayState): Promise<'all' | 'more'> {
  const { mongo, lease, publishing } = state;
  if (!lease.isHeld() && !(await takeOver(state))) {
    await standBy(state);
    return 'all';
  }
  if (performance.now() >= state.upkeepDue) await upkeep(state);
  const { events, isAll } = await readPending(mongo, state.versions.held());
  const isDone = await publishEvents(publishing, events);
  if (!isAll) return 'more';
  // A commit since the read has left its notification.
  if (isDone && !state.stopping.signal.aborted) await mongo.outboxSignal.wait(POLL_MS);
  return 'all';
}

/** Until the next attempt to take over, forwards what the owner of the lease cannot notice itself. */
async function standBy({ mongo, stopping, onStandbyCommit }: RelayState): Promise<void> {
  const until = performance.now() + TAKEOVER_POLL_MS;
  while (!stopping.signal.aborted) {
    const leftMs = until - performance.now();
    if (leftMs <= 0) return;
    if (await mongo.outboxSignal.wait(leftMs)) await onStandbyCommit();
  }
}

async function takeOver(state: RelayState): Promise<boolean> {
  if (state.stopping.signal.aborted || !(await state.lease.acquire())) return false;
  // Sequence numbers of an earlier ownership must not meet other content.
  await state.publishing.sender.close();
  state.upkeepDue = 0;
  state.mongo.log.info({ fence: state.lease.fence() }, 'This instance publishes the outbox');
  return true;
}

/** Every few seconds: learns which topics are being moved, and releases events that an operator resolved. */
async function upkeep(state: RelayState): Promise<void> {
  const { mongo, publishing } = state;
  state.upkeepDue = performance.now() + UPKEEP_MS;
  // Not awaited, since the sender does it too before it sends.
  state.versions.refresh().catch(() => undefined);
  publishing.blocked = await findBlockedKeys(mongo);
  await releaseHeld(mongo, publishing.blocked);
}
