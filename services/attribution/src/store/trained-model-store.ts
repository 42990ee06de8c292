import { keepLastUsed } from '@tributary/work';
import { MINUTE_MS } from '@tributary/units';
import { MIN_CONVERSIONS, setKey, type TrainedModel } from '../domain/data-driven.ts';
import { type SetCount } from '../domain/noisy-or.ts';
import { type Collections, type TrainedModelDocument } from './collections.ts';

const CACHE_TTL_MS = MINUTE_MS;
const CACHE_SIZE = 200;
/** What one document can hold; for rarer sets the prior decides. */
const MAX_SETS = 50_000;

/** When a campaign's model was trained, and on how much. */
export interface Training {
  readonly version: number;
  readonly trainedAt: Date;
  readonly conversions: number;
  readonly journeys: number;
}

const NEWEST_FIRST = { version: -1 } as const;
const TRAINING = { _id: 0, version: 1, trainedAt: 1, conversions: 1, journeys: 1 } as const;

function documentOf(
  campaignId: string,
  model: TrainedModel,
  sets: readonly SetCount[],
  trainedAt: Date,
): TrainedModelDocument {
  const affiliates = [...model.prior.strengths.keys()].sort();
  const indexOf = new Map(affiliates.map((id, index) => [id, index]));
  const stored = sets.toSorted((a, b) => b.journeys - a.journeys).slice(0, MAX_SETS);
  return {
    _id: `${campaignId}@${model.version}`,
    campaignId,
    version: model.version,
    trainedAt,
    conversions: model.conversions,
    journeys: model.journeys,
    leak: model.prior.leak,
    affiliates,
    strengths: affiliates.map((id) => model.prior.strengths.get(id) ?? 0),
    sets: stored.map(({ affiliateIds, journeys, conversions }) => ({
      of: affiliateIds.map((id) => indexOf.get(id) ?? 0),
      journeys,
      conversions,
    })),
  };
}

function modelOf(document: TrainedModelDocument): TrainedModel {
  const { affiliates, strengths, sets } = document;
  const nameOf = (index: number): string => affiliates[index] ?? '';
  return {
    version: document.version,
    conversions: document.conversions,
    journeys: document.journeys,
    prior: {
      leak: document.leak,
      strengths: new Map(affiliates.map((id, index) => [id, strengths[index] ?? 0])),
    },
    counts: new Map(
      sets.map(({ of, journeys, conversions }) => [
        setKey(of.map(nameOf)),
        { journeys, conversions },
      ]),
    ),
  };
}

/** The trained data_driven models of campaigns, version by version. */
export function trainedModelStore({ trainedModels }: Collections) {
  const cache = keepLastUsed<{ model: TrainedModel | undefined }>({
    max: CACHE_SIZE,
    ttl: CACHE_TTL_MS,
  });
  const findLatest = async (campaignId: string): Promise<TrainedModel | undefined> => {
    const known = cache.get(campaignId);
    if (known !== undefined) return known.model;
    const latest = await trainedModels.findOne({ campaignId }, { sort: NEWEST_FIRST });
    const isEnough = latest !== null && latest.conversions >= MIN_CONVERSIONS;
    const model = isEnough ? modelOf(latest) : undefined;
    cache.set(campaignId, { model });
    return model;
  };
  return {
    /** The latest model of each campaign with enough conversions. */
    findMany: async (campaignIds: readonly string[]): Promise<Map<string, TrainedModel>> => {
      const ids = [...new Set(campaignIds)];
      const found = await Promise.all(ids.map(findLatest));
      return new Map(
        ids.flatMap((id, index): [string, TrainedModel][] => {
          const model = found[index];
          return model === undefined ? [] : [[id, model]];
        }),
      );
    },
    /** A version of a campaign's model. */
    findVersion: async (campaignId: string, version: number): Promise<TrainedModel | undefined> => {
      const found = await trainedModels.findOne({ _id: `${campaignId}@${version}` });
      return found === null ? undefined : modelOf(found);
    },
    findTraining: (campaignId: string): Promise<Training | undefined> =>
      trainedModels
        .findOne<Training>({ campaignId }, { projection: TRAINING, sort: NEWEST_FIRST })
        .then((training) => training ?? undefined),
    /** @throws a duplicate key error when another instance has created the version */
    create: async (
      campaignId: string,
      model: TrainedModel,
      sets: readonly SetCount[],
      trainedAt: Date,
    ): Promise<void> => {
      await trainedModels.insertOne(documentOf(campaignId, model, sets, trainedAt));
      cache.delete(campaignId);
    },
  };
}
