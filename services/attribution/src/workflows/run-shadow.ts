import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { isOfRules } from '../domain/scoring-settings.ts';
import {
  addToRun,
  ALL_BRANDS,
  compareWeights,
  emptyRun,
  type ShadowRun,
} from '../domain/shadow.ts';
import { calibrationOf } from '../domain/weight-fit.ts';
import { type FraudWeightsDocument } from '../store/fraud-collections.ts';
import { type ScoredOrder } from '../store/score-store.ts';

/** What a new version is compared over. */
export const SHADOW_DAYS = 30;

type ShadowDeps = Pick<Deps, 'clock' | 'fraudWeights' | 'reviews' | 'scores'>;

/**
 * Scores the orders of the last 30 days with weights that are not in force, on the evidence of their last verdicts, and
 * stores what would change, for each brand and for all. Orders of other rules are left out. No verdict changes.
 */
export const runShadow =
  ({ clock, fraudWeights, reviews, scores }: ShadowDeps) =>
  async (weights: FraudWeightsDocument): Promise<void> => {
    const at = clock.now();
    const from = new Date(at.getTime() - SHADOW_DAYS * DAY_MS);
    const runs = new Map<string, ShadowRun>([[ALL_BRANDS, emptyRun]]);
    const add = ({ _id, inputs, ...order }: ScoredOrder, wasFraud: boolean | null): void => {
      const { fraudScore, factors } = order.second ?? order;
      const verdict = { conversionId: _id, affiliateId: order.affiliateId, fraudScore, factors };
      const compared = compareWeights(verdict, calibrationOf(weights, order.brandId));
      const threshold = inputs?.reviewThreshold;
      for (const owner of [ALL_BRANDS, order.brandId]) {
        const run = runs.get(owner) ?? emptyRun;
        runs.set(owner, addToRun(run, compared, { wasFraud, threshold }));
      }
    };
    for await (const page of scores.stream({ from, to: at })) {
      const ofRules = page.filter((one) => isOfRules((one.second ?? one).weightsVersion));
      const found = await reviews.listFound(ofRules.map(({ _id }) => _id));
      for (const order of ofRules) add(order, found.get(order._id) ?? null);
    }
    for (const [owner, run] of runs) {
      await fraudWeights.saveRun(weights, owner, { ...run, from, at });
    }
  };
