import { SECOND_MS } from '@tributary/units';
import { databaseOf } from './database.ts';
import type { Mongo } from './open-mongo.ts';

const COMPARE_EVERY_MS = 10 * SECOND_MS;

/** The time of the database's primary, on which all instances agree as far as its answers are quick. */
export interface DatabaseClock {
  readonly now: () => Date;
  readonly close: () => void;
}

/**
 * Opens the clock: compares `clock` with the database's at the start and every ten seconds. While the
 * database is away the last difference counts.
 */
export async function openDatabaseClock(
  { connection, log }: Pick<Mongo, 'connection' | 'log'>,
  clock: { now(): Date },
): Promise<DatabaseClock> {
  let differenceMs = 0;
  const compare = async (): Promise<void> => {
    const sent = clock.now().getTime();
    const { localTime } = await databaseOf(connection).command({ hello: 1 });
    const answered = clock.now().getTime();
    differenceMs = (localTime as Date).getTime() - (sent + answered) / 2;
  };
  await compare();
  const timer = setInterval(() => {
    compare().catch((error: unknown) => {
      log.debug({ err: error }, 'The clock could not be compared with the database’s');
    });
  }, COMPARE_EVERY_MS).unref();
  return {
    now: () => new Date(Math.round(clock.now().getTime() + differenceMs)),
    close: () => {
      clearInterval(timer);
    },
  };
}
