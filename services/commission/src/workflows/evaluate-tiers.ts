import { affiliateTierChanged, type DomainEvent } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import type { Deps } from '../deps.ts';
import { PLATFORM_CURRENCY } from '../domain/exchange.ts';
import {
  decideTier,
  isPublishedWrongly,
  levelAt,
  PLATFORM_SCHEME,
  schemeInForce,
  type Tier,
  type TierChange,
  type TierFigures,
  tierOfLevel,
  type TierScheme,
} from '../domain/tier.ts';

const noFigures: TierFigures = { conversions: 0, revenueMinor: 0 };

export type EvaluateDeps = Pick<Deps, 'stores' | 'reports' | 'transaction' | 'clock'>;

/**
 * Moves one affiliate to the tier that the figures of each scheme's period give, and publishes the tier again where its
 * benefits changed. @returns how many events were published
 */
export const evaluateTiers =
  (deps: EvaluateDeps) =>
  async (affiliateId: string): Promise<number> => {
    const now = deps.clock.now();
    const changes = await deps.stores.tiers.listChanges([affiliateId]);
    const versions = await deps.stores.tiers.listSchemes([PLATFORM_SCHEME]);
    const platform = schemeInForce(versions, PLATFORM_SCHEME, now);
    if (platform === undefined) return 0;
    const measured = await deps.reports.measureByCampaign(affiliateId, since(platform, now));
    const schemes = [platform, ...(await campaignSchemes(deps, { changes, measured, now }))];
    let moves = 0;
    for (const scheme of schemes) {
      const figures = await figuresOf(deps, affiliateId, { scheme, platform, measured, now });
      const level = levelAt(changes, scheme, now);
      const to =
        decideTier(scheme, level, figures) ?? tierToRepublish(scheme, { versions, changes, level });
      if (to === undefined) continue;
      const number = changes.filter(({ schemeId }) => schemeId === scheme.schemeId).length + 1;
      const move = { affiliateId, scheme, level, to, figures, number, now };
      if (await moveOnce(deps, move)) moves += 1;
    }
    return moves;
  };

interface Standing {
  readonly versions: readonly TierScheme[];
  readonly changes: readonly TierChange[];
  readonly level: number;
}

/** The affiliate's unchanged tier, where other services know outdated benefits. A campaign's own tiers have no effect elsewhere. */
function tierToRepublish(
  scheme: TierScheme,
  { versions, changes, level }: Standing,
): Tier | undefined {
  if (isCampaign(scheme.schemeId)) return undefined;
  const tier = tierOfLevel(scheme, level);
  if (tier === undefined) return undefined;
  return isPublishedWrongly(versions, changes, { scheme, tier }) ? tier : undefined;
}

const since = ({ periodDays }: TierScheme, now: Date): Date =>
  new Date(now.getTime() - periodDays * DAY_MS);

const isCampaign = (schemeId: string): boolean => schemeId !== PLATFORM_SCHEME;

interface Known {
  readonly changes: readonly TierChange[];
  /** By campaign, over the platform's period. */
  readonly measured: ReadonlyMap<string, TierFigures>;
  readonly now: Date;
}

/** The campaigns with tiers of their own in which the affiliate earned or changed tiers. */
async function campaignSchemes(
  deps: EvaluateDeps,
  { changes, measured, now }: Known,
): Promise<readonly TierScheme[]> {
  const moved = changes.map(({ schemeId }) => schemeId);
  const campaignIds = [...new Set([...measured.keys(), ...moved])].filter(isCampaign);
  const versions = await deps.stores.tiers.listSchemes(campaignIds);
  return campaignIds.flatMap((campaignId) => schemeInForce(versions, campaignId, now) ?? []);
}

interface Measuring extends Omit<Known, 'changes'> {
  readonly scheme: TierScheme;
  readonly platform: TierScheme;
}

async function figuresOf(
  deps: EvaluateDeps,
  affiliateId: string,
  { scheme, platform, measured, now }: Measuring,
): Promise<TierFigures> {
  const { schemeId, periodDays } = scheme;
  if (schemeId === PLATFORM_SCHEME) return sum([...measured.values()]);
  if (periodDays === platform.periodDays) return measured.get(schemeId) ?? noFigures;
  const own = await deps.reports.measureByCampaign(affiliateId, since(scheme, now));
  return own.get(schemeId) ?? noFigures;
}

const sum = (all: readonly TierFigures[]): TierFigures =>
  all.reduce(
    (total, { conversions, revenueMinor }) => ({
      conversions: total.conversions + conversions,
      revenueMinor: total.revenueMinor + revenueMinor,
    }),
    noFigures,
  );

interface Move {
  readonly affiliateId: string;
  readonly scheme: TierScheme;
  readonly level: number;
  readonly to: Tier;
  readonly figures: TierFigures;
  readonly number: number;
  readonly now: Date;
}

/** @returns false where another instance stored the move at the same moment */
async function moveOnce(deps: EvaluateDeps, move: Move): Promise<boolean> {
  const { affiliateId, scheme, level, to, figures, number, now } = move;
  const change: TierChange = {
    affiliateId,
    schemeId: scheme.schemeId,
    number,
    fromLevel: level,
    toLevel: to.level,
    schemeVersion: scheme.version,
    ...figures,
    at: now,
  };
  try {
    await deps.transaction(async ({ tiers, outbox }) => {
      await tiers.addChange(change);
      await outbox.add(eventOf(move));
    });
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function eventOf({ affiliateId, scheme, level, to, figures, now }: Move): DomainEvent {
  const from = tierOfLevel(scheme, level) ?? to;
  const named = ({ id: tierId, name, level: ofTier }: Tier) => ({ tierId, name, level: ofTier });
  return affiliateTierChanged({
    affiliateId,
    campaignId: isCampaign(scheme.schemeId) ? scheme.schemeId : null,
    brandId: scheme.brandId,
    // The earlier tier may be gone from the scheme; its level still shows the move.
    from: { ...named(from), level },
    to: named(to),
    benefits: to.benefits,
    ...figures,
    currency: PLATFORM_CURRENCY,
    periodDays: scheme.periodDays,
    changedAt: now.toISOString(),
  });
}
