import { affiliateTierChanged, commissionTiersSet } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { PLATFORM_SCHEME } from '../../domain/tiers.ts';

/** Copies tiers and affiliates' levels, whose bonuses count against budgets; late and repeated events are ignored. */
export const syncTiersConsumers = ({ transaction }: Deps) => [
  consumer(commissionTiersSet, ({ data: { campaignId, version, effectiveFrom, tiers: scheme } }) =>
    transaction(({ tiers }) =>
      tiers.saveVersion(campaignId ?? PLATFORM_SCHEME, {
        version,
        effectiveFrom: new Date(effectiveFrom),
        bonuses: scheme.map(({ level, bonusPercent }) => ({ level, bonusPercent })),
      }),
    ),
  ),
  consumer(affiliateTierChanged, ({ data: { affiliateId, campaignId, to, changedAt } }) =>
    transaction(({ tiers }) =>
      tiers.saveMove(affiliateId, campaignId ?? PLATFORM_SCHEME, {
        level: to.level,
        at: new Date(changedAt),
      }),
    ),
  ),
];
