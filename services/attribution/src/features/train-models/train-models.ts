import { setImmediate as breathe } from 'node:timers/promises';
import { isDuplicateKey } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { LEAST_CONVERSIONS } from '../../domain/data-driven.ts';
import { fitRounds, type NoisyOr, type SetCount } from '../../domain/noisy-or.ts';
import { createSetCounter, trainedModelOf } from '../../domain/set-counter.ts';
import { type Deps } from '../../deps.ts';
import { type Training } from '../../store/trained-model-store.ts';

type TrainingDeps = Pick<Deps, 'clock' | 'journeys' | 'touchpoints' | 'trainedModels'>;

/** Journeys of so many days are learnt from. */
const LEARNT_DAYS = 90;

export interface TrainedCampaign extends Training {
  readonly campaignId: string;
  /** False where too little was seen, and credit stays split evenly. */
  readonly isUsed: boolean;
}

/** Counts the campaign's journeys by their affiliates: orders first, then visitors who did not order. */
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
  for await (const clicks of deps.touchpoints.streamByVisitor(campaignId, since)) {
    for (const { visitorId, affiliateId } of clicks) {
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

/** Fits round by round, letting whatever else this process does have its turn in between. */
async function fit(sets: readonly SetCount[]): Promise<NoisyOr> {
  const rounds = fitRounds(sets);
  for (;;) {
    const round = rounds.next();
    if (round.done === true) return round.value;
    await breathe();
  }
}

/**
 * Learns a campaign anew from the last 90 days, as its next version. One that has taught too little is
 * kept as well: it says how far it is.
 */
export const trainModel =
  (deps: TrainingDeps) =>
  async (campaignId: string): Promise<TrainedCampaign> => {
    const trainedAt = deps.clock.now();
    const since = new Date(trainedAt.getTime() - LEARNT_DAYS * DAY_MS);
    const latest = await deps.trainedModels.findTraining(campaignId);
    const sets = await countJourneys(deps, campaignId, since);
    const model = trainedModelOf((latest?.version ?? 0) + 1, sets, await fit(sets));
    await deps.trainedModels.create(campaignId, model, sets, trainedAt).catch((error: unknown) => {
      // Another instance was quicker; what it learnt is the same.
      if (!isDuplicateKey(error)) throw error;
    });
    const { version, conversions, journeys } = model;
    const isUsed = conversions >= LEAST_CONVERSIONS;
    return { campaignId, version, trainedAt, conversions, journeys, isUsed };
  };

/** Learns every campaign that had an order in the last 90 days, one after the other. */
export const trainModels =
  (deps: TrainingDeps & Pick<Deps, 'log'>) => async (): Promise<TrainedCampaign[]> => {
    const since = new Date(deps.clock.now().getTime() - LEARNT_DAYS * DAY_MS);
    const trained: TrainedCampaign[] = [];
    for (const campaignId of await deps.journeys.listCampaigns(since)) {
      const result = await trainModel(deps)(campaignId);
      deps.log.info({ ...result }, 'an attribution model was trained');
      trained.push(result);
    }
    return trained;
  };
