import { conflict } from '@tributary/errors';
import { isDuplicateKey, recordChange } from '@tributary/mongo';
import type { Deps } from '../deps.ts';
import { nextScheme, type SchemeOwner, type TierSettings } from '../domain/tier-settings.ts';
import { type TierScheme, tiersSet } from '../domain/tier.ts';

/**
 * Replaces all tiers of a scheme from now on, and publishes each tier's bonus. Conversions tracked before keep the tier
 * that they were tracked with.
 * @throws conflict `tiers_changed` where another request did so at the same moment
 */
export async function setTiers(
  { stores, transaction, clock, newId }: Pick<Deps, 'stores' | 'transaction' | 'clock' | 'newId'>,
  owner: SchemeOwner,
  settings: TierSettings,
): Promise<TierScheme> {
  const versions = await stores.tiers.listSchemes([owner.schemeId]);
  const scheme = nextScheme(versions.at(-1), owner, settings, { now: clock.now(), newId });
  try {
    // A repeated request returns what the first one stored.
    return await transaction(async ({ tiers, outbox }) => {
      await tiers.addScheme(scheme);
      recordChange({ kind: 'tiers', id: owner.schemeId, before: versions.at(-1), after: scheme });
      await outbox.add(tiersSet(scheme));
      return scheme;
    });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw conflict('tiers_changed', {
      message: 'Somebody else changed these tiers at the same moment',
    });
  }
}
