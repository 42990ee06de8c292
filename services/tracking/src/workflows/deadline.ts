import { unavailable } from '@tributary/errors';
import { mapMongoError } from '@tributary/mongo';

/** A caller hears within this that the database is away, ms. */
const AWAY_MS = 1_800;
/** No public call is answered later than this, ms. */
export const SLOW_MS = 8_000;

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
 * Answers public calls in bounded time: soon where the database is known to be away, and where it is
 * merely slow after as long as a caller may be expected to wait. A call that was given up may still
 * take effect, and its repetition then meets what it made: everything behind this is deduplicated.
 */
export const answeringInTime =
  (isDatabaseThere: () => boolean) =>
  async <T>(work: Promise<T>): Promise<T> => {
    const isOver = Symbol('over');
    try {
      const soon = await within(AWAY_MS, work, () => isOver);
      if (soon !== isOver) return soon as T;
      if (!isDatabaseThere()) return tooLate();
      return await within(SLOW_MS - AWAY_MS, work, tooLate);
    } catch (error) {
      throw mapMongoError(error);
    }
  };
