import { type Deps } from '../../deps.ts';
import { addHeld, type HeldSums, noneHeld } from '../../domain/threshold.ts';
import { type Period } from '../../store/score-store.ts';

/** Sums up what a threshold would have held of a brand's orders in a period. */
export const measureThreshold =
  ({ reviews, scores }: Pick<Deps, 'reviews' | 'scores'>) =>
  async (brandId: string, period: Period, threshold: number): Promise<HeldSums> => {
    let sums = noneHeld;
    for await (const page of scores.stream(period, brandId)) {
      const found = await reviews.listFound(page.map(({ _id }) => _id));
      for (const { _id, fraudScore, second, inputs } of page) {
        if (inputs === null) continue;
        const { valueMinor, currency } = inputs.order;
        const score = Math.max(fraudScore, second?.fraudScore ?? 0);
        const wasFraud = found.get(_id) ?? null;
        sums = addHeld(sums, { score, valueMinor, currency, wasFraud }, threshold);
      }
    }
    return sums;
  };
