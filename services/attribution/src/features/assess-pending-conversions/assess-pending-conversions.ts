import { isAppError } from '@tributary/errors';
import { isDatabaseUnavailable } from '@tributary/mongo';
import { assessConversions, CLICK_AWAITED } from '../../workflows/assess-conversions.ts';
import { type Deps } from '../../deps.ts';
import { type DueArrival } from '../../store/fact-store.ts';

const AT_ONCE = 500;
const CLICK_LOOKED_FOR_MS = 250;
const SWEEP_EVERY_MS = 2_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;

/** Whether the same call may work later, whatever it is about. */
const isOutage = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || (isAppError(error) && error.kind === 'unavailable');

/** A conversion that cannot be assessed waits longer each time, and holds up no other. */
async function postpone(deps: Deps, arrival: DueArrival, error: unknown): Promise<void> {
  const { conversionId } = arrival.conversion;
  deps.log.error({ err: error, conversionId }, 'a conversion could not be assessed');
  const waitMs = Math.min(FIRST_RETRY_MS * 2 ** arrival.attempts, LONGEST_RETRY_MS);
  await deps.facts.retryAt(conversionId, new Date(deps.clock.now().getTime() + waitMs));
}

/** The conversions whose click is on its way; undefined where something else went wrong. */
function awaitedOf(error: unknown): readonly string[] | undefined {
  if (!isAppError(error) || error.code !== CLICK_AWAITED) return undefined;
  return error.details['conversion_ids'] as readonly string[];
}

async function assessAll(deps: Deps, due: readonly DueArrival[]): Promise<void> {
  try {
    await assessConversions(deps)(due);
  } catch (error) {
    const awaited = awaitedOf(error);
    if (awaited !== undefined) {
      const soon = new Date(deps.clock.now().getTime() + CLICK_LOOKED_FOR_MS);
      return deps.facts.defer(awaited, soon);
    }
    if (isOutage(error)) throw error;
    const [only, ...others] = due;
    if (only !== undefined && others.length === 0) await postpone(deps, only, error);
    else for (const one of due) await assessAll(deps, [one]);
  }
}

/** Assesses what has waited its time, by order of arrival. True where more may be due. */
export function assessPendingConversions(deps: Deps): () => Promise<boolean> {
  let nextSweep = 0;
  return async () => {
    const now = deps.clock.now().getTime();
    if (now > deps.arrivals.expectedUntil && now < nextSweep) return false;
    nextSweep = now + SWEEP_EVERY_MS;
    const due = await deps.facts.listDue(AT_ONCE);
    if (due.length > 0) await assessAll(deps, due);
    return due.length === AT_ONCE;
  };
}
