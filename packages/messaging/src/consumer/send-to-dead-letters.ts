import type { IncomingMessage } from '../port.ts';
import { count, type GroupContext, type MayContinue } from './context.ts';
import { recordDeadLetter } from './dead-letter-records.ts';
import { deadLetter } from './dead-letters.ts';
import { pauseForOutage } from './outages.ts';
import type { Reading } from './read-message.ts';

interface Failed {
  readonly message: IncomingMessage;
  readonly error: unknown;
  readonly attempts: number;
}

/**
 * Puts a message into its dead-letter topic and retries as long as needed. False if the batch ended
 * before.
 */
export async function sendToDeadLetters(
  context: GroupContext,
  failed: Failed,
  mayContinue: MayContinue,
): Promise<boolean> {
  const { group, log, mongo } = context;
  const { message, error, attempts } = failed;
  const letter = deadLetter({ ...failed, group, at: mongo.clock.now() });
  const { topic, partition, offset } = message;
  for (let tries = 1; mayContinue(); tries += 1) {
    try {
      // Before the letter, so that none is without a record.
      await recordDeadLetter(mongo, { group, message, error });
      await context.deadLetters.send([letter]);
      const facts = { group, topic, partition, offset, attempts, err: error };
      log.error(facts, 'Event moved to the dead-letter topic');
      count(context, topic, 'dead_lettered');
      return true;
    } catch (failure) {
      log.warn(
        { err: failure, group, topic },
        'An event could not be sent to the dead-letter topic; retrying',
      );
      context.pulse.beat();
      await pauseForOutage(context, tries);
    }
  }
  return false;
}

/** Puts a message into its dead-letter topic that no attempt can handle. */
export const sendPoison = <Handler>(
  context: GroupContext,
  { message, error }: Extract<Reading<Handler>, { kind: 'poison' }>,
  mayContinue: MayContinue,
): Promise<boolean> => sendToDeadLetters(context, { message, error, attempts: 1 }, mayContinue);
