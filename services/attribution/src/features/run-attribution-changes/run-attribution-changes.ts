import { type ClaimedChange } from '../../store/attribution-change-store.ts';
import { applyBatch, undoBatch } from './book-batch.ts';
import { prepareBatch } from './prepare-batch.ts';
import { publishBatch } from './publish-batch.ts';
import { type RunDeps } from './run-deps.ts';

/**
 * Does the next step of the change that waits longest: a batch of its conversions, or of its affiliates. False where none
 * waits. A step takes effect in one transaction with the place that it reached, and the books do each conversion once,
 * so that a step that was cut off is done again.
 */
export const runNextStep = (deps: RunDeps) => async (): Promise<boolean> => {
  const { queue, changeOf } = deps.attributionChanges;
  const [claimed] = await queue.claim(1);
  if (claimed === undefined) return false;
  try {
    await runStep(deps, changeOf(claimed));
  } catch (error) {
    await queue.release([claimed]);
    throw error;
  }
  return true;
};

function runStep(deps: RunDeps, change: ClaimedChange): Promise<void> {
  if (change.status === 'preparing') return prepareBatch(deps, change);
  // Every conversion of the preview first, then every affiliate.
  if (change.done === change.preview.conversions) return publishBatch(deps, change);
  return change.status === 'applying' ? applyBatch(deps, change) : undoBatch(deps, change);
}
