import { type AppError, isAppError } from '@tributary/errors';
import { type RateLimiter } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Payout } from '../domain/payout.ts';
import { type PayoutRequest } from '../domain/payout-request.ts';
import { makePayout, type MakePayoutDeps } from './make-payout.ts';

/** An hourly limit, and the key that it counts by. */
export interface Limit {
  readonly limiter: RateLimiter;
  readonly key: string;
}

/**
 * Makes a payout that counts against hourly limits. A payout that fails as unavailable does not count: its caller is
 * invited to retry and would be locked out for an hour.
 * @throws rate_limited; what `makePayout` throws
 */
export async function makeLimitedPayout(
  deps: MakePayoutDeps,
  limits: readonly Limit[],
  request: PayoutRequest,
): Promise<Payout> {
  await consumeAll(deps, limits);
  try {
    return await makePayout(deps, request);
  } catch (error) {
    if (isAppError(error) && error.kind === 'unavailable') await refund(deps, limits, error);
    throw error;
  }
}

/** Counts a call on each limit; where one refuses it, none of the limits before it counts the call. */
async function consumeAll(deps: Pick<Deps, 'log'>, limits: readonly Limit[]): Promise<void> {
  for (const [index, { limiter, key }] of limits.entries()) {
    try {
      await limiter.consume(key);
    } catch (error) {
      // A limit shared by an address must not use up the caller's own.
      if (isAppError(error)) await refund(deps, limits.slice(0, index), error);
      throw error;
    }
  }
}

/** Takes the call off the limits. A failure is logged only, because the caller needs the payout's own error. */
async function refund(
  deps: Pick<Deps, 'log'>,
  limits: readonly Limit[],
  cause: AppError,
): Promise<void> {
  try {
    await Promise.all(limits.map(({ limiter, key }) => limiter.giveBack(key)));
  } catch (error) {
    deps.log.warn({ err: error, code: cause.code }, 'a failed payout still counts as a call');
  }
}
