import { grpcStatus, isAppError } from '@tributary/errors';
import { isDatabaseUnavailable } from '@tributary/mongo';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { backOffMs } from '@tributary/work/back-off';
import { type Deps } from '../../deps.ts';
import { type DueConversion } from '../../store/fact-store.ts';
import {
  assessConversions,
  type AssessmentDeps,
  CLICK_AWAITED,
} from '../../workflows/assess-conversions.ts';

type PendingDeps = AssessmentDeps & Pick<Deps, 'arrivals' | 'log'>;

/** Orders with all that they are compared with are in memory at the same time. */
const BATCH_SIZE = 100;
const CLICK_RETRY_MS = 250;
/** How often an idle instance takes over what a stopped one has left. */
const IDLE_POLL_MS = 2 * SECOND_MS;
const RETRY = { firstMs: SECOND_MS, maxMs: 5 * MINUTE_MS };

/** Whether the failure concerns all conversions alike; a call that was answered may have failed for one of them. */
const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) ||
  (isAppError(error) && error.kind === 'unavailable' && error.code !== 'upstream_failed');

/** Whether there were too many conversions for a call's deadline, or none is answered. */
const isTimeout = (error: unknown): boolean =>
  isAppError(error) &&
  (error.cause as { readonly code?: unknown } | undefined)?.code === grpcStatus.DEADLINE_EXCEEDED;

/** The wait doubles with each failure; other conversions are not delayed. */
async function retryLater(
  { log, clock, facts }: Pick<PendingDeps, 'log' | 'clock' | 'facts'>,
  { conversion: { conversionId }, attempts }: DueConversion,
  error: unknown,
): Promise<void> {
  log.error({ err: error, conversionId }, 'assessing a conversion failed');
  const waitMs = backOffMs(attempts + 1, RETRY);
  await facts.retryAt(conversionId, new Date(clock.now().getTime() + waitMs));
}

/** The conversions that wait for their click; undefined for any other error. */
function awaitedOf(error: unknown): readonly string[] | undefined {
  if (!isAppError(error) || error.code !== CLICK_AWAITED) return undefined;
  return error.details['conversion_ids'] as readonly string[];
}

/** After a failure of several conversions each is assessed alone, so that only the failing ones wait. */
async function assessAll(deps: PendingDeps, due: readonly DueConversion[]): Promise<void> {
  try {
    await assessConversions(deps)(due);
  } catch (error) {
    const awaited = awaitedOf(error);
    if (awaited !== undefined) {
      const soon = new Date(deps.clock.now().getTime() + CLICK_RETRY_MS);
      return deps.facts.defer(awaited, soon);
    }
    const [only, ...others] = due;
    if (isTimeout(error) && others.length > 0) {
      const middle = Math.ceil(due.length / 2);
      await assessAll(deps, due.slice(0, middle));
      return assessAll(deps, due.slice(middle));
    }
    if (isOutage(error)) throw error;
    if (only !== undefined && others.length === 0) await retryLater(deps, only, error);
    else for (const one of due) await assessAll(deps, [one]);
  }
}

/** Assesses conversions that are due, the earliest first. Returns true when more may be due. */
export function assessPendingConversions(deps: PendingDeps): () => Promise<boolean> {
  let nextPollAt = 0;
  return async () => {
    const now = deps.clock.now().getTime();
    if (now > deps.arrivals.expectedUntil && now < nextPollAt) return false;
    nextPollAt = now + IDLE_POLL_MS;
    const due = await deps.facts.listDue(BATCH_SIZE);
    if (due.length > 0) await assessAll(deps, due);
    return due.length === BATCH_SIZE;
  };
}
