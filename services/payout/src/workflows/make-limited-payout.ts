import { type AppError, isAppError } from '@tributary/errors';
import { type RateLimiter } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Payout } from '../domain/payout.ts';
import { makePayout, type Wish } from './make-payout.ts';

/** An hourly limit, and what it counts by. */
export interface Counted {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/**
 * Makes a payout that counts against hourly limits. One that failed because something of ours was away
 * does not count: the caller, told to try again, would be locked out for an hour.
 * @throws rate_limited; what `makePayout` throws
 */
export async function makeCountedPayout(
  deps: Deps,
  limits: readonly Counted[],
  wish: Wish,
): Promise<Payout> {
  await countOnAll(deps, limits);
  try {
    return await makePayout(deps, wish);
  } catch (error) {
    if (isAppError(error) && error.kind === 'unavailable') await giveBack(deps, limits, error);
    throw error;
  }
}

/** Counts a call on each limit, or, where one of them refuses it, on none of those before it. */
async function countOnAll(deps: Deps, limits: readonly Counted[]): Promise<void> {
  for (const [index, { limiter, key }] of limits.entries()) {
    try {
      await limiter.consume(key);
    } catch (error) {
      // What others at its address used up must not use up a caller's own.
      if (isAppError(error)) await giveBack(deps, limits.slice(0, index), error);
      throw error;
    }
  }
}

/** The caller is told why the payout failed, not that its count stayed. */
async function giveBack(deps: Deps, limits: readonly Counted[], cause: AppError): Promise<void> {
  try {
    await Promise.all(limits.map(({ limiter, key }) => limiter.giveBack(key)));
  } catch (error) {
    deps.log.warn({ err: error, code: cause.code }, 'a failed payout stays counted');
  }
}
