import type { Stamps } from './changes.ts';
import type { Tier, TierScheme } from './tier.ts';

/** What an administrator or a brand sets of a scheme. */
export interface TierSettings extends Pick<TierScheme, 'periodDays' | 'allowDowngrade'> {
  /** Lowest first. */
  readonly tiers: readonly Omit<Tier, 'id' | 'level' | 'createdAt'>[];
}

export interface SchemeOwner extends Pick<TierScheme, 'schemeId' | 'brandId'> {
  /** The rate that the bonuses are shown on, percent. */
  readonly baseRate: string;
}

/** The next version of a scheme; a level that existed before keeps its id. */
export const nextScheme = (
  last: TierScheme | undefined,
  owner: SchemeOwner,
  { periodDays, allowDowngrade, tiers }: TierSettings,
  { now, newId }: Stamps,
): TierScheme => ({
  ...owner,
  version: (last?.version ?? 0) + 1,
  effectiveFrom: now,
  periodDays,
  allowDowngrade,
  tiers: tiers.map((tier, index): Tier => {
    const level = index + 1;
    const before = last?.tiers.find((known) => known.level === level);
    return { ...tier, id: before?.id ?? newId(), level, createdAt: before?.createdAt ?? now };
  }),
});
