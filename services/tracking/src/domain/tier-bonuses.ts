import { type Conversion } from './conversion.ts';
import { bonusAt, type KnownTiers } from './tiers.ts';

/**
 * With the tier's bonus of everybody who is credited, as it was when the conversion came in; what is frozen
 * already stays.
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
