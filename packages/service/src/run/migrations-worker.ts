import { applyMigrations, type Migration, type MigrationReport } from '@tributary/mongo';
import { HOUR_MS } from '@tributary/units';
import { type Worker } from '../background/worker.ts';
import { type App } from './app.ts';
import { type Platform } from './platform.ts';

type Parts = Pick<Platform, 'mongo' | 'clock' | 'log'>;

/** Applies a service's migrations soon after its start and logs what they changed. */
async function migrate(
  { mongo, clock, log }: Parts,
  migrations: readonly Migration[],
  signal: AbortSignal,
): Promise<void> {
  const reports = await applyMigrations({
    connection: mongo.connection,
    migrations,
    clock,
    signal,
  });
  for (const { name, description, rewritten, failedIds } of reports.filter(isNew)) {
    log.info({ migration: name, rewritten }, description);
    if (failedIds.length > 0) {
      log.error({ migration: name, failedIds }, 'a migration could not read documents');
    }
  }
}

const isNew = ({ state }: MigrationReport): boolean => state === 'applied';

/** The worker of a service that has migrations. */
export const migrationsWorker = (
  parts: Parts,
  { migrations = [] }: Pick<App, 'migrations'>,
): readonly Worker[] =>
  migrations.length === 0
    ? []
    : [
        {
          name: 'migrations',
          everyMs: HOUR_MS,
          run: async (signal) => {
            await migrate(parts, migrations, signal).catch((error: unknown) => {
              // A stop ends it between two batches; the next start continues there.
              if (!signal.aborted) throw error;
            });
            return false;
          },
        },
      ];
