import { isDatabaseUnavailable } from '@tributary/mongo';
import { backOffMs } from '@tributary/work';
import { pause } from '../pace.ts';
import type { GroupContext } from './context.ts';

/** Whether our database is down: no event is at fault then. */
export async function isDatabaseDown({
  mongo,
  log,
  group,
}: Pick<GroupContext, 'mongo' | 'log' | 'group'>): Promise<boolean> {
  try {
    await mongo.ping();
    return false;
  } catch {
    log.warn({ group }, 'MongoDB is unavailable, events wait');
    return true;
  }
}

/** Whether an error comes from our database being down. */
export const isOutage = async (
  context: Pick<GroupContext, 'mongo' | 'log' | 'group'>,
  error: unknown,
): Promise<boolean> => isDatabaseUnavailable(error) && (await isDatabaseDown(context));

/** Pauses before the next try of what an outage prevents. */
export const pauseForOutage = (
  { stopping }: Pick<GroupContext, 'stopping'>,
  tries: number,
): Promise<void> => pause(backOffMs(tries, { firstMs: 200, maxMs: 2_000 }), stopping);
