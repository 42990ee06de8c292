import { type CampaignSnapshot } from '@tributary/contracts';
import { type Models } from './models.ts';

/** How many clicks by persons a campaign has had since each of these moments, as far as they are stored. */
export type CountClicks = (
  campaign: Pick<CampaignSnapshot, 'brandId' | 'campaignId'>,
  begins: readonly Date[],
) => Promise<readonly number[]>;

const BY_LINK = { linkId: 1, countable: 1, occurredAt: -1 } as const;

/**
 * Counts by the campaign's links, from the index that finds a link's latest click: an index of its own
 * would cost every click something for what is asked once a day.
 */
export const countClicks =
  ({ clicks, links }: Models): CountClicks =>
  async ({ brandId, campaignId }, begins) => {
    const rows = await links
      .find({ brandId, 'snapshot.campaignId': campaignId }, { _id: 1 })
      .lean();
    const linkId = { $in: rows.map(({ _id }) => _id) };
    return Promise.all(
      begins.map((begin) => {
        const matching = { linkId, countable: true, occurredAt: { $gte: begin } };
        // Named, because the index that forgets old clicks would do too, and lead through all of the day.
        return clicks.countDocuments(matching, { hint: BY_LINK });
      }),
    );
  };
