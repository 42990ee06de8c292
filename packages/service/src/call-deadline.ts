import { currentContext, Deadline, runWithContext } from '@tributary/context';
import {
  databaseUnavailable,
  STALLED_MS,
  stalledLimitMs,
  type WaitTerms,
  watchStall,
} from '@tributary/mongo';
import { SECOND_MS } from '@tributary/units';

/** How long a caller waits. */
export type CallTerms = WaitTerms;

/** Shorter than the gateway waits for a service. */
export const CALL_TERMS: CallTerms = { maxMs: 25 * SECOND_MS, stalledMs: STALLED_MS };

/** What is left of `terms` after `spentMs` of waiting. */
export const afterWaiting = ({ maxMs, stalledMs }: CallTerms, spentMs: number): CallTerms => ({
  maxMs: Math.max(0, maxMs - spentMs),
  stalledMs: Math.max(0, stalledMs - spentMs),
});

/** Runs the work of a call, which sees its deadline. @throws unavailable database_unavailable */
export type WithinDeadline = <T>(terms: CallTerms, work: () => Promise<T>) => Promise<T>;

/** The calls that a process answers. */
export interface Calls {
  readonly withinDeadline: WithinDeadline;
  /** How many wait for their answer now. */
  readonly waiting: () => number;
}

const tooLate = () => databaseUnavailable(new Error('The call took too long'));

/**
 * Gives every call one deadline, which transactions, their repetitions and calls to other services share. A
 * caller is refused at the deadline, and earlier where the database does not answer. Refused work may still
 * take effect where its commit was under way.
 * @param isAnswering whether the database answers
 */
export function openCalls(isAnswering: () => boolean): Calls {
  let waiting = 0;

  const withinDeadline = <T>(terms: CallTerms, work: () => Promise<T>): Promise<T> => {
    // What begins in a silence ends soon, even where the database answers again meanwhile and many wait for it.
    const maxMs = isAnswering() ? terms.maxMs : stalledLimitMs(terms);
    const deadline = new Deadline(maxMs);
    const context = currentContext() ?? { correlationId: '' };
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting += 1;
    const end = (): void => {
      if (deadline.isOpen) waiting -= 1;
      stopWatch();
      deadline.close();
    };
    const refuse = (): void => {
      end();
      deadline.refuse();
      reject(tooLate());
    };
    const stopWatch = watchStall(isAnswering, { ...terms, maxMs }, refuse);
    // Async, so that work that throws at once ends the deadline as well.
    const begun = runWithContext({ ...context, deadline }, async () => work());
    begun.finally(end).then(resolve, reject);
    return promise;
  };

  return { withinDeadline, waiting: () => waiting };
}
