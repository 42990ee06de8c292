import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isDuplicateKey } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { MIN_CONVERSIONS } from '../../domain/data-driven.ts';
import { priorOf } from '../../domain/experiment.ts';
import { fitRounds, type NoisyOr, type Prior, type SetCount } from '../../domain/noisy-or.ts';
import { createSetCounter, trainedModelOf } from '../../domain/set-counter.ts';
import { type Deps } from '../../deps.ts';
import { type Training } from '../../store/trained-model-store.ts';

type TrainingDeps = Pick<Deps, 'clicks' | 'clock' | 'journeys' | 'lifts' | 'trainedModels'>;

/** How many days of journeys a model is trained on. */
const TRAINING_DAYS = 90;

export interface TrainedCampaign extends Training {
  readonly campaignId: string;
  /** False with too few conversions: credit stays split evenly. */
  readonly isUsed: boolean;
}

/** Counts the campaign's journeys by their sets of affiliates: orders first, then visitors without an order. */
async function countJourneys(deps: TrainingDeps, campaignId: string, since: Date) {
  const counter = createSetCounter();
  const ordered = new Set<string>();
  for await (const { visitorId, affiliateIds } of deps.journeys.streamConverted(
    campaignId,
    since,
  )) {
    if (visitorId !== null) ordered.add(visitorId);
    counter.add(affiliateIds, true);
  }
  let visitor: string | undefined;
  let affiliates = new Set<string>();
  const finish = (): void => {
    if (visitor !== undefined && !ordered.has(visitor)) counter.add(affiliates, false);
  };
  for await (const visits of deps.clicks.streamVisits(campaignId, since)) {
    for (const { visitorId, affiliateId } of visits) {
      if (visitorId !== visitor) {
        finish();
        visitor = visitorId;
        affiliates = new Set();
      }
      affiliates.add(affiliateId);
    }
  }
  finish();
  return counter.list();
}

/** Fits round by round, and lets the process do other work in between. */
async function fit(
  sets: readonly SetCount[],
  priors: ReadonlyMap<string, Prior>,
): Promise<NoisyOr> {
  const rounds = fitRounds(sets, priors);
  for (;;) {
    const round = rounds.next();
    if (round.done === true) return round.value;
    await yieldToEventLoop();
  }
}

/**
 * Trains a campaign's next model version on the last 90 days; what a holdout states of its affiliates is its prior. A version with too few conversions is stored as
 * well, to show the progress.
 */
export const trainModel =
  (deps: TrainingDeps) =>
  async (campaignId: string): Promise<TrainedCampaign> => {
    const trainedAt = deps.clock.now();
    const since = new Date(trainedAt.getTime() - TRAINING_DAYS * DAY_MS);
    const latest = await deps.trainedModels.findTraining(campaignId);
    const sets = await countJourneys(deps, campaignId, since);
    const lifts = (await deps.lifts.find(campaignId))?.affiliates ?? [];
    const priors = new Map(lifts.map((one) => [one.affiliateId, priorOf(one)]));
    const model = trainedModelOf((latest?.version ?? 0) + 1, sets, await fit(sets, priors));
    await deps.trainedModels.create(campaignId, model, sets, trainedAt).catch((error: unknown) => {
      // Another instance has stored the version; its model is the same.
      if (!isDuplicateKey(error)) throw error;
    });
    const { version, conversions, journeys } = model;
    const isUsed = conversions >= MIN_CONVERSIONS;
    return { campaignId, version, trainedAt, conversions, journeys, isUsed };
  };

/** Trains the models of all campaigns with an order in the last 90 days, one after the other. */
export const trainModels =
  (deps: TrainingDeps & Pick<Deps, 'log'>) => async (): Promise<TrainedCampaign[]> => {
    const since = new Date(deps.clock.now().getTime() - TRAINING_DAYS * DAY_MS);
    const trained: TrainedCampaign[] = [];
    for (const campaignId of await deps.journeys.listCampaigns(since)) {
      const result = await trainModel(deps)(campaignId);
      deps.log.info({ ...result }, 'an attribution model was trained');
      trained.push(result);
    }
    return trained;
  };
