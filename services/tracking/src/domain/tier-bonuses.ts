import { type Conversion } from './conversion.ts';
import { bonusAt, type KnownTiers } from './tiers.ts';

/**
 * Stores with a conversion the tier bonus of each credited affiliate as of the conversion; stored bonuses
 * remain.
 */
export function freezeTierBonuses(conversion: Conversion, known: KnownTiers): Conversion {
  const { affiliateIds, campaignId, createdAt, tierBonuses = {} } = conversion;
  const added = affiliateIds
    .filter((affiliateId) => !(affiliateId in tierBonuses))
    .map((affiliateId) => {
      const bonus = bonusAt(known, { affiliateId, campaignId }, createdAt);
      return [affiliateId, bonus] as const;
    });
  if (added.length === 0) return conversion;
  const all = [...Object.entries(tierBonuses), ...added];
  return { ...conversion, tierBonuses: Object.fromEntries(all) };
}
