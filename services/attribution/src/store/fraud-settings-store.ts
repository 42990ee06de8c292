import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import {
  defaultScoring,
  RULES_VERSION,
  scoringWith,
  withCalibration,
  type ScoringSettings,
  type SignalOverrides,
} from '../domain/scoring-settings.ts';
import { calibrationOf } from '../domain/weight-fit.ts';
import { type Collections, type FraudSettingsDocument } from './collections.ts';
import { type FraudWeightsDocument } from './fraud-collections.ts';
import { fraudWeightsStore } from './fraud-weights-store.ts';

/** Older versions apply to no conversion that is still to be assessed. */
const MAX_HISTORY = 500;

const NEWEST_FIRST = { version: -1 } as const;

/** The settings of a brand, and the weights in force, as its orders are scored with them. */
function scoringBy(
  row: FraudSettingsDocument | undefined,
  weights: FraudWeightsDocument | undefined,
  brandId: string,
): ScoringSettings {
  const scoring =
    row === undefined ? defaultScoring : scoringWith(row.version, row.factors, row.reviewThreshold);
  return weights === undefined
    ? scoring
    : withCalibration(scoring, calibrationOf(weights, brandId));
}

/** Brands' fraud settings, version by version. */
export function fraudSettingsStore(collections: Collections) {
  const { fraudSettings } = collections;
  const { listApplied } = fraudWeightsStore(collections);
  const listHistory = (brandId: string): Promise<FraudSettingsDocument[]> =>
    fraudSettings.find({ brandId }).sort(NEWEST_FIRST).limit(MAX_HISTORY).toArray();
  return {
    /** Newest first. */
    listHistory,
    /** The settings that applied when each order was tracked, in the given order. */
    listAt: async (
      orders: readonly { readonly brandId: string; readonly at: Date }[],
    ): Promise<ScoringSettings[]> => {
      const brands = [...new Set(orders.map(({ brandId }) => brandId))];
      const [rows, applied] = await Promise.all([
        fraudSettings
          .find({ brandId: { $in: brands } })
          .sort(NEWEST_FIRST)
          .toArray(),
        listApplied(RULES_VERSION),
      ]);
      const byBrand = Map.groupBy(rows, ({ brandId }) => brandId);
      const made = new Map<string, ScoringSettings>();
      return orders.map(({ brandId, at }) => {
        const row = byBrand.get(brandId)?.find(({ effectiveFrom }) => effectiveFrom <= at);
        const weights = applied.find(({ appliedAt }) => appliedAt !== undefined && appliedAt <= at);
        const key = `${row?._id ?? ''} ${weights?._id ?? ''} ${brandId}`;
        const scoring = made.get(key) ?? scoringBy(row, weights, brandId);
        made.set(key, scoring);
        return scoring;
      });
    },
    /** @throws conflict settings_changed when another request created the version first */
    create: async (
      brandId: string,
      given: { readonly factors: SignalOverrides; readonly reviewThreshold: number },
      effectiveFrom: Date,
    ): Promise<FraudSettingsDocument> => {
      const [latest] = await listHistory(brandId);
      const version = (latest?.version ?? 0) + 1;
      const _id = `${brandId}@${version}`;
      const row: FraudSettingsDocument = { _id, brandId, version, effectiveFrom, ...given };
      await fraudSettings.insertOne(row).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw conflict('settings_changed', {
          message: 'Another request changed the settings at the same moment: read them again',
        });
      });
      return row;
    },
  };
}
