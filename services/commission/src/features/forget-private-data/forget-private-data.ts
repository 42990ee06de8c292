import type { Deps } from '../../deps.ts';
import { forgottenBefore } from '../../domain/conversion-view.ts';

const BATCH_SIZE = 1_000;
/** Bounds one run; the next run continues. */
const MAX_BATCHES = 200;

/** Removes the customer's id from conversions older than 90 days; the sums stay. */
export async function forgetPrivateData({
  stores,
  clock,
}: Pick<Deps, 'stores' | 'clock'>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const before = forgottenBefore(clock.now());
    const forgotten = await stores.conversionViews.forgetCustomersBefore(before, BATCH_SIZE);
    if (forgotten < BATCH_SIZE) return;
  }
}
