import { toWireNumber } from '@tributary/money';
import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { PLATFORM_CURRENCY } from '../../domain/exchange.ts';
import {
  levelAt,
  PLATFORM_SCHEME,
  schemeInForce,
  type TierChange,
  tierOfLevel,
  type TierScheme,
} from '../../domain/tier.ts';
import { tierSchema, tierView } from '../../views/tier-view.ts';

const response = z.object({
  standings: z.array(
    z
      .object({ campaign_id: z.uuid().nullable(), tier: tierSchema })
      .meta({ id: 'TierStanding', description: 'The tier that an affiliate has reached' }),
  ),
  history: z.array(
    z
      .object({
        campaign_id: z.uuid().nullable(),
        from: z.string(),
        to: z.string(),
        conversions: z.int(),
        revenue: z.number(),
        changed_at: z.string(),
      })
      .meta({ id: 'TierChange', description: 'A change of an affiliate’s tier' }),
  ),
});

export const getTierStandingRoute = (deps: Deps) =>
  route({
    operationId: 'getTierStanding',
    method: 'get',
    path: '/api/commission-tiers/standing',
    summary: 'The tiers that the caller has reached, and how',
    description:
      'On the platform, and on campaigns with tiers of their own. A new tier counts from the next conversion on. The history is newest first.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    query: z.strictObject({}),
    response,
    handle: ({ actor }) => getTierStanding(deps, actor.id),
  });

async function getTierStanding(deps: Deps, affiliateId: string): Promise<z.input<typeof response>> {
  const now = deps.clock.now();
  const changes = await deps.stores.tiers.listChanges([affiliateId]);
  const schemeIds = [...new Set([PLATFORM_SCHEME, ...changes.map(({ schemeId }) => schemeId)])];
  const versions = await deps.stores.tiers.listSchemes(schemeIds);
  const standings = schemeIds.flatMap((schemeId) => {
    const scheme = schemeInForce(versions, schemeId, now);
    const tier = scheme && tierOfLevel(scheme, levelAt(changes, scheme, now));
    if (scheme === undefined || tier === undefined) return [];
    return [{ campaign_id: campaignIdOf(schemeId), tier: tierView(tier, scheme, scheme.baseRate) }];
  });
  // A change from a level to itself republishes a tier whose scheme changed.
  const moves = changes.filter(({ fromLevel, toLevel }) => fromLevel !== toLevel);
  const history = moves.toReversed().map((change) => historyItem(change, versions));
  return { standings, history };
}

const campaignIdOf = (schemeId: string): string | null =>
  schemeId === PLATFORM_SCHEME ? null : schemeId;

function historyItem(change: TierChange, versions: readonly TierScheme[]) {
  const { schemeId, schemeVersion, fromLevel, toLevel } = change;
  const scheme = versions.find((one) => one.schemeId === schemeId && one.version === schemeVersion);
  const nameOf = (level: number): string =>
    scheme?.tiers.find((tier) => tier.level === level)?.name ?? String(level);
  return {
    campaign_id: campaignIdOf(schemeId),
    from: nameOf(fromLevel),
    to: nameOf(toLevel),
    conversions: change.conversions,
    revenue: toWireNumber(change.revenueMinor, PLATFORM_CURRENCY),
    changed_at: change.at.toISOString(),
  };
}
