import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import {
  defaultScoring,
  scoringWith,
  type ScoringSettings,
  type SignalOverrides,
} from '../domain/scoring-settings.ts';
import { type Collections, type FraudSettingsDocument } from './collections.ts';

/** Older versions apply to no conversion that is still to be assessed. */
const MAX_HISTORY = 500;

const NEWEST_FIRST = { version: -1 } as const;

/** Brands' fraud settings, version by version. */
export function fraudSettingsStore({ fraudSettings }: Collections) {
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
      const rows = await fraudSettings
        .find({ brandId: { $in: brands } })
        .sort(NEWEST_FIRST)
        .toArray();
      const byBrand = Map.groupBy(rows, ({ brandId }) => brandId);
      const made = new Map<FraudSettingsDocument, ScoringSettings>();
      return orders.map(({ brandId, at }) => {
        const row = byBrand.get(brandId)?.find(({ effectiveFrom }) => effectiveFrom <= at);
        if (row === undefined) return defaultScoring;
        const { version, factors, reviewThreshold } = row;
        const scoring = made.get(row) ?? scoringWith(version, factors, reviewThreshold);
        made.set(row, scoring);
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
