import { Cron } from 'croner';
import { randomUUIDv7 } from 'node:crypto';
import { runWithContext } from '@tributary/context';
import { databaseOf, type Mongo } from '@tributary/mongo';
import { traced } from '@tributary/tracing';
import { MINUTE_MS } from '@tributary/units';
import { createLease } from '@tributary/work';
import { type Logger } from '../log.ts';
import { type ServiceMetrics } from '../metrics.ts';
import { openWorkErrorReport } from './work-error-report.ts';

/** Work that is due by the clock, on one instance at a time. */
export interface Schedule {
  readonly name: string;
  /** Cron pattern, UTC; six fields, the first being seconds. */
  readonly cron: string;
  /** Must be idempotent: two instances may overlap when a lease changes hands. */
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
  const name = `schedule:${declared.name}`;
  // Never released: an instance whose clock is a little behind must not run the schedule again.
  const lease = createLease(databaseOf(mongo.connection), {
    name,
    owner: randomUUIDv7(),
    ttlMs: LEASE_TTL_MS,
  });
  const run = async (): Promise<void> => {
    if (!(await lease.acquire())) return;
    const startedAt = performance.now();
    await traced({ name, kind: 'internal' }, declared.run);
    log.debug(
      { schedule: declared.name, ms: Math.round(performance.now() - startedAt) },
      'schedule',
    );
  };
  const report = openWorkErrorReport({ log, metrics }, declared.name, 'schedule failed');
  const job = new Cron(
    declared.cron,
    {
      // UTC; a zone by its name loads the tables of all zones, which take 8 MB.
      utcOffset: 0,
      protect: true,
      unref: true,
      catch: report,
    },
    () => runWithContext({ correlationId: randomUUIDv7() }, run),
  );
  return {
    stop: () => {
      job.stop();
    },
  };
}
