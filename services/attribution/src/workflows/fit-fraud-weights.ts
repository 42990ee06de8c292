import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isDuplicateKey } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { countedLogs } from '../domain/fraud-score.ts';
import { isOfRules, RULES_VERSION } from '../domain/scoring-settings.ts';
import { shippedCalibration } from '../domain/shipped-calibration.ts';
import { type Example, fitWeights, type WeightFit } from '../domain/weight-fit.ts';
import { type FraudWeightsDocument } from '../store/fraud-collections.ts';
import { runShadow } from './run-shadow.ts';

type FitDeps = Pick<Deps, 'clock' | 'fraudWeights' | 'log' | 'reviews' | 'scores'>;

const REVIEW_DAYS = 180;
/** The latest reviews are fitted to. */
const MAX_REVIEWS = 100_000;
/** With fewer reviews, or fewer of either kind, nothing is fitted. */
const MIN_REVIEWS = 200;
const MIN_OF_KIND = 20;

async function collectExamples({ clock, reviews }: FitDeps): Promise<Example[]> {
  const since = new Date(clock.now().getTime() - REVIEW_DAYS * DAY_MS);
  const examples: Example[] = [];
  for await (const page of reviews.streamTaught(since, MAX_REVIEWS)) {
    for (const { brandId, isFraud, weight, factors, weightsVersion } of page) {
      if (!isOfRules(weightsVersion)) continue;
      examples.push({ brandId, isFraud, weight, logs: countedLogs(factors) });
    }
  }
  return examples;
}

/** Fits round by round, and lets the process do other work in between. */
async function fit(examples: readonly Example[]): Promise<WeightFit> {
  const rounds = fitWeights(examples, shippedCalibration);
  for (;;) {
    const round = rounds.next();
    if (round.done === true) return round.value;
    await yieldToEventLoop();
  }
}

/**
 * Fits the weights of the rules in force to brands' reviews, from the shipped ones on, and stores them as the next version
 * with what it would change. Nothing is scored with it before an administrator applies it.
 * @returns undefined where reviews are too few, or the last version was fitted to as many
 */
export const fitFraudWeights =
  (deps: FitDeps) => async (): Promise<FraudWeightsDocument | undefined> => {
    const examples = await collectExamples(deps);
    const orders = examples.length;
    const frauds = examples.filter(({ isFraud }) => isFraud).length;
    if (orders < MIN_REVIEWS || Math.min(frauds, orders - frauds) < MIN_OF_KIND) return undefined;
    const [latest] = await deps.fraudWeights.list(RULES_VERSION);
    if (latest?.orders === orders && latest.frauds === frauds) return undefined;
    const version = (latest?.version ?? 0) + 1;
    const fittedAt = deps.clock.now();
    const fitted = { rulesVersion: RULES_VERSION, version, fittedAt, orders, frauds };
    await deps.fraudWeights
      .create({ ...fitted, ...(await fit(examples)) })
      .catch((error: unknown) => {
        // Another instance has stored the version.
        if (!isDuplicateKey(error)) throw error;
      });
    const weights = (await deps.fraudWeights.find(RULES_VERSION, version)) ?? undefined;
    if (weights !== undefined) await runShadow(deps)(weights);
    deps.log.info({ version, orders, frauds }, 'fraud weights were fitted to reviews');
    return weights;
  };
