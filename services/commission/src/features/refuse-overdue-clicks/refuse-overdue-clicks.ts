import type { Deps } from '../../deps.ts';
import { NOT_REVIEWED } from '../../domain/unit-payment.ts';
import { decideHeldClicks } from '../../workflows/decide-held-clicks.ts';

const BATCH_SIZE = 1_000;
/** Bounds one run; the next run continues. */
const MAX_BATCHES = 200;

/** Refuses held clicks and impressions that nobody reviewed in time. */
export async function refuseOverdueClicks(
  deps: Pick<Deps, 'transaction' | 'clock'>,
): Promise<void> {
  const decision = { status: 'refused', reason: NOT_REVIEWED, by: null } as const;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const take = (clicks: Deps['stores']['heldClicks']) =>
      clicks.listOverdue(deps.clock.now(), BATCH_SIZE);
    const refused = await decideHeldClicks(deps, take, decision);
    if (refused < BATCH_SIZE) return;
  }
}
