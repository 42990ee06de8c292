import type { Deps } from '../../deps.ts';
import { REFUSED_IN_REVIEW } from '../../domain/unit-payment.ts';
import type { HeldFilter } from '../../store/held-click-store.ts';
import { decideHeldClicks, type HeldDecision } from '../../workflows/decide-held-clicks.ts';

const BATCH_SIZE = 1_000;
/** Bounds one call; the caller repeats it. */
const MAX_BATCHES = 10;

export interface HeldReview {
  readonly decision: 'released' | 'refused';
  /** The person who decides. */
  readonly by: string;
}

const decisionOf = ({ decision, by }: HeldReview): HeldDecision =>
  decision === 'released'
    ? { status: 'payable', by }
    : { status: 'refused', reason: REFUSED_IN_REVIEW, by };

/** Releases or refuses held clicks, up to 10,000. @returns how many, and how many that match are still held */
export const reviewHeldClicks =
  (deps: Pick<Deps, 'stores' | 'transaction' | 'clock'>) =>
  async (
    filter: HeldFilter,
    review: HeldReview,
  ): Promise<{ decided: number; remaining: number }> => {
    const first = { skip: 0, limit: BATCH_SIZE };
    let decided = 0;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const take = (clicks: Deps['stores']['heldClicks']) => clicks.list(filter, first);
      const count = await decideHeldClicks(deps, take, decisionOf(review));
      decided += count;
      if (count < BATCH_SIZE) break;
    }
    return { decided, remaining: await deps.stores.heldClicks.count(filter) };
  };
