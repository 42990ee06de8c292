import { conflict } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import {
  defaultScoring,
  type FactorOverrides,
  scoringWith,
  type ScoringSettings,
} from '../domain/fraud-weights.ts';
import { type Models } from './models.ts';
import { type FraudSettingsRow } from './rows.ts';

/** A brand's latest changes; older ones explain nothing that is still to be assessed. */
const LONGEST_HISTORY = 500;

const NEWEST_FIRST = { version: -1 } as const;

/** How brands want their conversions scored, version by version. */
export function fraudSettingsStore({ fraudSettings }: Models) {
  const listHistory = (brandId: string): Promise<FraudSettingsRow[]> =>
    fraudSettings
      .find({ brandId })
      .sort(NEWEST_FIRST)
      .limit(LONGEST_HISTORY)
      .lean<FraudSettingsRow[]>();
  return {
    /** Newest first. */
    listHistory,
    /** The scoring that held when each order came, in the order asked. */
    listAt: async (
      asked: readonly { readonly brandId: string; readonly at: Date }[],
    ): Promise<ScoringSettings[]> => {
      const brands = [...new Set(asked.map(({ brandId }) => brandId))];
      const rows = await fraudSettings
        .find({ brandId: { $in: brands } })
        .sort(NEWEST_FIRST)
        .lean<FraudSettingsRow[]>();
      const byBrand = Map.groupBy(rows, ({ brandId }) => brandId);
      const made = new Map<FraudSettingsRow, ScoringSettings>();
      return asked.map(({ brandId, at }) => {
        const held = byBrand.get(brandId)?.find(({ effectiveFrom }) => effectiveFrom <= at);
        if (held === undefined) return defaultScoring;
        const { version, factors, reviewThreshold } = held;
        const scoring = made.get(held) ?? scoringWith(version, factors, reviewThreshold);
        made.set(held, scoring);
        return scoring;
      });
    },
    /** @throws conflict settings_changed where somebody else was quicker */
    create: async (
      brandId: string,
      given: { readonly factors: FactorOverrides; readonly reviewThreshold: number },
      effectiveFrom: Date,
    ): Promise<FraudSettingsRow> => {
      const [latest] = await listHistory(brandId);
      const version = (latest?.version ?? 0) + 1;
      const _id = `${brandId}@${version}`;
      const row: FraudSettingsRow = { _id, brandId, version, effectiveFrom, ...given };
      await fraudSettings.collection.insertOne(row as never).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
        throw conflict('settings_changed', {
          message: 'Somebody else changed the settings at the same moment: please look again',
        });
      });
      return row;
    },
  };
}
