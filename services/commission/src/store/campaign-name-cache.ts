import { keepLastUsed } from '@tributary/work';
import type { CampaignNames } from './campaign-store.ts';

type FindNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, CampaignNames>>;

/** How long lists and new commissions may have a campaign's earlier name, ms. */
const FRESH_MS = 2_000;
const MAX_CAMPAIGNS = 5_000;

interface Known {
  readonly names: CampaignNames;
  readonly until: number;
}

/**
 * Caches campaign names for a moment: an affiliate has many commissions of few campaigns, so most lists then need one
 * query instead of two. A campaign that is not known yet is queried each time.
 */
export function cacheCampaignNames(
  findNames: FindNames,
  nowMs = () => performance.now(),
): FindNames {
  const known = keepLastUsed<Known>({ max: MAX_CAMPAIGNS });

  const load = async (ids: readonly string[]): Promise<ReadonlyMap<string, CampaignNames>> => {
    if (ids.length === 0) return new Map();
    const found = await findNames(ids);
    const until = nowMs() + FRESH_MS;
    for (const [id, names] of found) known.set(id, { names, until });
    return found;
  };

  return async (requested) => {
    const now = nowMs();
    const names = new Map<string, CampaignNames>();
    const unknown: string[] = [];
    for (const id of new Set(requested)) {
      const cached = known.get(id);
      if (cached !== undefined && cached.until > now) names.set(id, cached.names);
      else unknown.push(id);
    }
    for (const [id, found] of await load(unknown)) names.set(id, found);
    return names;
  };
}
