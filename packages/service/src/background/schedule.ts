import { Cron } from 'croner';
import { randomUUIDv7 } from 'node:crypto';
import { runWithContext } from '@tributary/context';
import { type Mongo } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { holdLease } from './lease.ts';

/** Something that is due by the clock, on one instance at a time. */
export interface Schedule {
  readonly name: string;
  /** Cron pattern, UTC; six fields, the first being seconds. */
  readonly cron: string;
  /** Must be idempotent: two instances may meet in the moment a lease changes hands. */
  readonly run: () => Promise<void>;
}

/** Declares a schedule, for app.ts. */
export const schedule = (declaration: Schedule): Schedule => declaration;

const LEASE_TTL_MS = MINUTE_MS;

/** Starts `declared`: each time it is due, the instance that gets the lease runs it. */
export function startSchedule(
  declared: Schedule,
  { mongo, log, metrics }: { mongo: Mongo; log: Logger; metrics: ServiceMetrics },
): { stop(): void } {
  const owner = randomUUIDv7();
  const run = async (): Promise<void> => {
    const lease = { name: `schedule:${declared.name}`, owner, ttlMs: LEASE_TTL_MS };
    if (await holdLease(mongo, lease)) await declared.run();
  };
  const job = new Cron(
    declared.cron,
    {
      timezone: 'UTC',
      protect: true,
      unref: true,
      catch: (error) => {
        metrics.unexpectedErrors.inc({ where: declared.name });
        log.error({ err: error, schedule: declared.name }, 'scheduled work failed');
      },
    },
    () => runWithContext({ correlationId: randomUUIDv7() }, run),
  );
  return {
    stop: () => {
      job.stop();
    },
  };
}
