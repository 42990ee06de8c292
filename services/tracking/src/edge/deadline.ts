import { unavailable } from '@tributary/errors';
import { mapMongoError } from '@tributary/mongo';

/** A caller hears within this that a store is away, ms. */
const ANSWER_WITHIN_MS = 1_800;

/** Resolves to `work`, or to `late()` when it takes longer than `ms`; the work itself goes on. */
export async function within<T, Late>(
  ms: number,
  work: Promise<T>,
  late: () => Late,
): Promise<T | Late> {
  const isOver = Symbol('over');
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof isOver>((resolve) => {
    timer = setTimeout(() => {
      resolve(isOver);
    }, ms);
  });
  try {
    const outcome = await Promise.race([work, timeout]);
    return outcome === isOver ? late() : outcome;
  } finally {
    clearTimeout(timer);
  }
}

const tooLate = (): never => {
  throw unavailable('database_unavailable', {
    message: 'Not possible at the moment, please repeat the call',
    retryAfterSeconds: 1,
  });
};

/**
 * Answers a public call in bounded time. A call that was given up may still take effect, and its
 * repetition then meets what it made: everything behind this is deduplicated.
 */
export async function answerInTime<T>(work: Promise<T>): Promise<T> {
  try {
    return await within(ANSWER_WITHIN_MS, work, tooLate);
  } catch (error) {
    throw mapMongoError(error);
  }
}
