import { setTimeout as sleep } from 'node:timers/promises';
import { currentDeadline } from '@tributary/context';
import { mapMongoError } from '@tributary/mongo';
import { isOutage } from '@tributary/service';
import { backOffMs } from '@tributary/work';

const RETRY = { firstMs: 50, maxMs: 300, jitter: 0.5 };

/** Repeats a read until the deadline of the current call while an engine or a service is away. */
export async function retryUntilDeadline<T>(read: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read();
    } catch (error) {
      const pauseMs = backOffMs(attempt, RETRY);
      const remainingMs = currentDeadline()?.remainingMs() ?? 0;
      if (!isOutage(mapMongoError(error)) || remainingMs <= pauseMs) throw error;
      await sleep(pauseMs);
    }
  }
}
