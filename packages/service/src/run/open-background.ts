import { type Role } from '@tributary/catalog';
import { type RunningConsumer } from '@tributary/messaging';
import { startSchedule } from '../background/schedule.ts';
import { type RunningWorker, startWorker, type Worker } from '../background/worker.ts';
import { type BaseConfig } from '../config.ts';
import { type App } from './app.ts';
import { announceCommits, openOutboxChannel, type OutboxChannel } from './outbox-channel.ts';
import { type Platform } from './platform.ts';
import { migrationsWorker } from './migrations-worker.ts';
import { type StopPhases } from './stop-in-phases.ts';
import { createTopicsSoon, topicsOf } from './topics.ts';

interface Parts {
  readonly config: BaseConfig;
  readonly platform: Platform;
  readonly app: App;
}

/** What a process runs besides answering calls. */
export interface Background {
  readonly workers: ReadonlyMap<string, RunningWorker>;
  readonly isLive: () => boolean;
  /** Resolves when the consumers have their partitions. */
  readonly joined: Promise<void>;
  readonly stopPhases: StopPhases;
}

/** Starts what the role of the process runs of the service’s background work. */
export async function openBackground(parts: Parts): Promise<Background> {
  const { config, platform, app } = parts;
  const { log, metrics, bus, redis } = platform;
  const handlers = config.role === 'edge' ? [] : (app.consumers ?? []);
  await createTopicsSoon(bus, topicsOf(config.service, handlers), log);
  const channel = openOutboxChannel(redis, config);
  const events =
    config.role === 'edge' ? leaveEvents(platform, channel) : await openEvents(parts, channel);
  const all = [...(app.workers ?? []), ...migrationsWorker(platform, app)];
  const declared = all.filter((worker) => runsIn(config.role, worker));
  const workers = new Map(
    declared.map((worker) => [worker.name, startWorker(worker, { log, metrics })]),
  );
  return {
    workers,
    isLive: events.isLive,
    joined: events.joined,
    stopPhases: {
      workers: async () => {
        events.stop();
        await Promise.all([...workers.values()].map((started) => started.stop()));
      },
      // Consumers first, then relays: what the consumers still committed is published.
      bus: async () => {
        await bus.close();
        channel.close();
      },
    },
  };
}

const runsIn = (processRole: Role, { role = 'worker' }: Worker): boolean =>
  processRole === 'both' || processRole === role;

interface Events extends Pick<Background, 'isLive' | 'joined'> {
  stop(): void;
}

/** An edge publishes nothing; the worker that does is notified. */
const leaveEvents = ({ mongo }: Platform, channel: OutboxChannel): Events => ({
  isLive: () => true,
  joined: Promise.resolve(),
  stop: announceCommits(mongo.outboxSignal, channel),
});

/** Relay, consumers and schedules. */
async function openEvents(
  { config, platform, app }: Parts,
  channel: OutboxChannel,
): Promise<Events> {
  const { log, metrics, mongo, bus } = platform;
  const relay = bus.relay(mongo, { onStandbyCommit: () => channel.announce() });
  channel.listen(() => {
    if (relay.isPublishing()) mongo.outboxSignal.notify();
  });
  const consumer = await consume({ config, platform, app });
  const schedules = (app.schedules ?? []).map((declared) =>
    startSchedule(declared, { mongo, log, metrics }),
  );
  return {
    isLive: () => relay.health().live && (consumer?.health().live ?? true),
    joined: consumer?.joined ?? Promise.resolve(),
    stop: () => {
      for (const started of schedules) started.stop();
    },
  };
}

async function consume({ config, platform, app }: Parts): Promise<RunningConsumer | undefined> {
  const handlers = app.consumers ?? [];
  if (handlers.length === 0) return undefined;
  return platform.bus.consume(platform.mongo, {
    group: config.service,
    handlers,
    sessionTimeoutMs: config.kafkaSessionTimeoutMs,
    yieldToCalls: platform.yieldToCalls,
  });
}
