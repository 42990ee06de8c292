import { type CampaignSnapshot } from '@tributary/contracts';
import { type Collections } from './collections.ts';

/** Counts a campaign's stored countable clicks since each of several times. */
export type CountClicks = (
  campaign: Pick<CampaignSnapshot, 'brandId' | 'campaignId'>,
  starts: readonly Date[],
) => Promise<readonly number[]>;

const BY_LINK = { linkId: 1, countable: 1, occurredAt: -1 } as const;

/**
 * Counts by the campaign's links, from the index for a link's latest click: a separate index would slow
 * every click for a daily query.
 */
export const countClicks =
  ({ clicks, links }: Collections): CountClicks =>
  async ({ brandId, campaignId }, starts) => {
    const rows = await links
      .find({ brandId, 'snapshot.campaignId': campaignId }, { _id: 1 })
      .lean();
    const linkId = { $in: rows.map(({ _id }) => _id) };
    return Promise.all(
      starts.map((start) => {
        const matching = { linkId, countable: true, occurredAt: { $gte: start } };
        // The hint excludes the index on occurredAt, which would read all clicks of the period.
        return clicks.countDocuments(matching, { hint: BY_LINK });
      }),
    );
  };
