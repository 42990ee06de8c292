import { currentContext, Deadline, runWithContext } from '@tributary/context';
import { databaseUnavailable } from '@tributary/mongo';
import { SECOND_MS } from '@tributary/units';

/** How long a caller waits. */
export interface CallTerms {
  /** While the database answers, ms. */
  readonly maxMs: number;
  /** While it does not, ms. */
  readonly stalledMs: number;
}

/** Shorter than the gateway waits for a service. */
export const CALL_TERMS: CallTerms = { maxMs: 25 * SECOND_MS, stalledMs: 1_500 };
const CHECK_MS = 200;

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

  const withinDeadline = <T>(
    { maxMs, stalledMs }: CallTerms,
    work: () => Promise<T>,
  ): Promise<T> => {
    const deadline = new Deadline(maxMs);
    const context = currentContext() ?? { correlationId: '' };
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    waiting += 1;
    const end = (): void => {
      if (deadline.isOpen) waiting -= 1;
      clearTimeout(timer);
      deadline.close();
    };
    let wasSilent = false;
    const check = (): void => {
      const isSilent = !isAnswering();
      // Twice, because a process that was busy itself reads the heartbeats after its timers.
      if (deadline.remainingMs() === 0 || (isSilent && wasSilent)) {
        end();
        deadline.refuse();
        reject(tooLate());
        return;
      }
      wasSilent = isSilent;
      timer = setTimeout(check, Math.min(CHECK_MS, deadline.remainingMs()));
    };
    let timer = setTimeout(check, Math.min(stalledMs, deadline.remainingMs()));
    // Async, so that work that throws at once ends the deadline as well.
    const begun = runWithContext({ ...context, deadline }, async () => work());
    begun.finally(end).then(resolve, reject);
    return promise;
  };

  return { withinDeadline, waiting: () => waiting };
}
