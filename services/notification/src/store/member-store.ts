import { type Collections, type MemberDocument } from './collections.ts';
import { upsertNewer } from './upsert-newer.ts';

/** The affiliates of campaigns. */
export const memberStore = ({ members }: Collections) => ({
  upsert: (rows: readonly MemberDocument[]): Promise<void> =>
    upsertNewer(rows, (updates) => members.bulkWrite(updates, { ordered: false })),

  /** Campaign names by `<campaignId> <affiliateId>`. */
  listCampaignNames: async (keys: readonly string[]): Promise<Map<string, string>> => {
    const rows = await members.find({ _id: { $in: [...keys] } }).toArray();
    return new Map(rows.map(({ _id, campaignName }) => [_id, campaignName]));
  },

  /** The ids of a campaign's current affiliates, in pages. */
  pages: async function* (campaignId: string, pageSize: number): AsyncGenerator<string[]> {
    for (let after = ''; ;) {
      const rows = await members
        .find({ campaignId, active: true, affiliateId: { $gt: after } })
        .sort({ affiliateId: 1 })
        .limit(pageSize)
        .project<{ affiliateId: string }>({ affiliateId: 1 })
        .toArray();
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(({ affiliateId }) => affiliateId);
      after = last.affiliateId;
    }
  },
});
