import { unavailable } from '@tributary/errors';
import { mapMongoError } from '@tributary/mongo';
import { withTimeout } from '@tributary/work';

/** A call is refused after this time where the database is unreachable, ms. */
const UNREACHABLE_MS = 1_800;
/** Maximum duration of a public call, ms. */
export const MAX_CALL_MS = 8_000;

const tooLate = (): never => {
  throw unavailable('database_unavailable', {
    message: 'Not possible at the moment, please repeat the call',
    retryAfterSeconds: 1,
  });
};

/** Bounds the duration of a public call. @throws unavailable database_unavailable */
export type WithDeadline = <T>(work: Promise<T>) => Promise<T>;

/**
 * Refuses early where the database is unreachable, and after the longest wait that a caller accepts where
 * it is merely slow. Refused work may still take effect; a repeated call then finds its result, because
 * all work behind this deadline is deduplicated.
 */
export const createDeadline =
  (isDatabaseConnected: () => boolean): WithDeadline =>
  async <T>(work: Promise<T>): Promise<T> => {
    const timedOut = Symbol('timed out');
    try {
      const early = await withTimeout(UNREACHABLE_MS, work, () => timedOut);
      if (early !== timedOut) return early as T;
      if (!isDatabaseConnected()) return tooLate();
      return await withTimeout(MAX_CALL_MS - UNREACHABLE_MS, work, tooLate);
    } catch (error) {
      throw mapMongoError(error);
    }
  };
