import type { Deps } from '../../deps.ts';
import { forgottenBefore } from '../../domain/shown-conversion.ts';

const PIECE = 1_000;
/** Bounds one run; the next one goes on. */
const PIECES = 200;

/** After 90 days no conversion names its customer any more; the sums stay. */
export async function forgetPrivateData({ stores, clock }: Deps): Promise<void> {
  for (let piece = 0; piece < PIECES; piece += 1) {
    const before = forgottenBefore(clock.now());
    const forgotten = await stores.conversionViews.forgetCustomersBefore(before, PIECE);
    if (forgotten < PIECE) return;
  }
}
