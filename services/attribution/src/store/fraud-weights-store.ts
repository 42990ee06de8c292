import { type DatedRun } from '../domain/shadow.ts';
import { type Collections } from './collections.ts';
import { type FraudWeightsDocument, type ShadowRunDocument } from './fraud-collections.ts';

/** Of the versions that were never applied, so many are kept. */
const MAX_KEPT = 30;
/** Earlier ones score no order that is still to be assessed. */
const MAX_APPLIED = 50;

const idOf = (rulesVersion: string, version: number): string =>
  `${rulesVersion}@${String(version)}`;

/** Weights that were fitted to reviews, and what they would change. */
export const fraudWeightsStore = ({ fraudWeights, shadowRuns }: Collections) => ({
  /** The newest first. */
  list: (rulesVersion: string): Promise<FraudWeightsDocument[]> =>
    fraudWeights.find({ rulesVersion }).sort({ version: -1 }).limit(MAX_KEPT).toArray(),
  find: (rulesVersion: string, version: number): Promise<FraudWeightsDocument | null> =>
    fraudWeights.findOne({ _id: idOf(rulesVersion, version) }),
  /** Those that were applied, the latest first. */
  listApplied: (rulesVersion: string): Promise<FraudWeightsDocument[]> =>
    fraudWeights
      .find({ rulesVersion, appliedAt: { $exists: true } })
      .sort({ appliedAt: -1 })
      .limit(MAX_APPLIED)
      .toArray(),
  /** Rejects with a duplicate key error where another instance has stored the version. */
  create: async (weights: Omit<FraudWeightsDocument, '_id'>): Promise<void> => {
    const { rulesVersion, version } = weights;
    await fraudWeights.insertOne({ _id: idOf(rulesVersion, version), ...weights });
    const old = { rulesVersion, version: { $lte: version - MAX_KEPT } };
    await fraudWeights.deleteMany({ ...old, appliedAt: { $exists: false } });
  },
  /** Scores orders with a version from now on. A repeated call applies it anew, unless it is the latest that was. */
  apply: async (
    rulesVersion: string,
    version: number,
    applied: { readonly appliedAt: Date; readonly appliedBy: string },
  ): Promise<void> => {
    await fraudWeights.updateOne({ _id: idOf(rulesVersion, version) }, { $set: applied });
  },
  saveRun: async (weights: FraudWeightsDocument, of: string, run: DatedRun): Promise<void> => {
    const _id = `${weights._id}:${of}`;
    const row = { weights: weights._id, of, ...run };
    await shadowRuns.replaceOne({ _id }, row, { upsert: true });
  },
  findRuns: async (
    versions: readonly FraudWeightsDocument[],
    of: string,
  ): Promise<Map<string, ShadowRunDocument>> => {
    const ids = versions.map(({ _id }) => `${_id}:${of}`);
    const found = await shadowRuns.find({ _id: { $in: ids } }).toArray();
    return new Map(found.map((run) => [run.weights, run]));
  },
});
