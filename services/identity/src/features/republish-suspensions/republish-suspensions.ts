import { isDuplicateKey } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { restatedSuspension } from '../../domain/user.ts';

/** Small, because a write to one of the accounts makes the whole transaction run again. */
const BATCH = 10;

/**
 * Publishes the next accounts that are suspended, because the copies of other services lack those from
 * before they were made. Each is published once, by whichever instance. @returns whether there are more
 */
export const republishSuspensions =
  (deps: Pick<Deps, 'restatements' | 'transaction'>) => async (): Promise<boolean> => {
    if ((await deps.restatements.find())?.isDone === true) return false;
    try {
      return await deps.transaction(async ({ users, restatements, outbox }) => {
        const { after, isDone } = (await restatements.find()) ?? { after: '', isDone: false };
        if (isDone) return false;
        const suspended = await users.lockSuspendedAfter(after, BATCH);
        const last = suspended.at(-1);
        await restatements.save({ after: last?.id ?? after, isDone: last === undefined });
        await outbox.add(...suspended.map(restatedSuspension));
        return last !== undefined;
      });
    } catch (error) {
      // Another instance began at the same moment.
      if (isDuplicateKey(error)) return true;
      throw error;
    }
  };
