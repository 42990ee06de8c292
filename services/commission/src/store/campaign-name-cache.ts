import type { CampaignNames } from './campaign-store.ts';

type FindNames = (ids: readonly string[]) => Promise<ReadonlyMap<string, CampaignNames>>;

/** So long a campaign may go by its earlier name in lists, ms. */
const FRESH_MS = 2_000;
const MAX_CAMPAIGNS = 5_000;

interface Known {
  readonly names: CampaignNames | undefined;
  readonly until: number;
}

/**
 * What campaigns are called, remembered for a moment: an affiliate has many commissions of few
 * campaigns, and a list then asks the database once instead of twice.
 */
export function cacheCampaignNames(
  findNames: FindNames,
  nowMs = () => performance.now(),
): FindNames {
  const known = new Map<string, Known>();

  const learn = async (ids: readonly string[]): Promise<void> => {
    const found = await findNames(ids);
    if (known.size + ids.length > MAX_CAMPAIGNS) known.clear();
    for (const id of ids) known.set(id, { names: found.get(id), until: nowMs() + FRESH_MS });
  };

  return async (asked) => {
    const ids = [...new Set(asked)];
    const now = nowMs();
    const unknown = ids.filter((id) => (known.get(id)?.until ?? 0) <= now);
    if (unknown.length > 0) await learn(unknown);
    const names = new Map<string, CampaignNames>();
    for (const id of ids) {
      const found = known.get(id)?.names;
      if (found !== undefined) names.set(id, found);
    }
    return names;
  };
}
