import { affiliateTierChanged, commissionTiersSet } from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { PLATFORM_SCHEME } from '../../domain/tiers.ts';

/** Budgets are held with the bonuses that tiers add; whatever comes late or again changes nothing. */
export const keepTiersConsumers = ({ transaction }: Deps) => [
  consumer(commissionTiersSet, ({ data: { campaignId, version, effectiveFrom, tiers: told } }) =>
    transaction(({ tiers }) =>
      tiers.keepVersion(campaignId ?? PLATFORM_SCHEME, {
        version,
        effectiveFrom: new Date(effectiveFrom),
        bonuses: told.map(({ level, bonusPercent }) => ({ level, bonusPercent })),
      }),
    ),
  ),
  consumer(affiliateTierChanged, ({ data: { affiliateId, campaignId, to, changedAt } }) =>
    transaction(({ tiers }) =>
      tiers.keepMove(affiliateId, campaignId ?? PLATFORM_SCHEME, {
        level: to.level,
        at: new Date(changedAt),
      }),
    ),
  ),
];
