import type { CampaignNames } from './campaign-store.ts';

type FindNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, CampaignNames>>;

/** How long lists may show a campaign's earlier name, ms. */
const FRESH_MS = 2_000;
const MAX_CAMPAIGNS = 5_000;

interface Known {
  readonly names: CampaignNames | undefined;
  readonly until: number;
}

/**
 * Caches campaign names for a moment: an affiliate has many commissions of few campaigns, so most lists then need one
 * query instead of two.
 */
export function cacheCampaignNames(
  findNames: FindNames,
  nowMs = () => performance.now(),
): FindNames {
  const known = new Map<string, Known>();

  const load = async (ids: readonly string[]): Promise<void> => {
    const found = await findNames(ids);
    if (known.size + ids.length > MAX_CAMPAIGNS) known.clear();
    for (const id of ids) known.set(id, { names: found.get(id), until: nowMs() + FRESH_MS });
  };

  return async (requested) => {
    const ids = [...new Set(requested)];
    const now = nowMs();
    const unknown = ids.filter((id) => (known.get(id)?.until ?? 0) <= now);
    if (unknown.length > 0) await load(unknown);
    const names = new Map<string, CampaignNames>();
    for (const id of ids) {
      const found = known.get(id)?.names;
      if (found !== undefined) names.set(id, found);
    }
    return names;
  };
}
