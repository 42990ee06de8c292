import { type Session } from '@tributary/mongo';
import { type Names } from '../domain/report.ts';
import { type CampaignDocument, type Collections, type LinkDocument } from './collections.ts';

/** What campaigns and links are called and whose they are. */
export const nameStore = ({ campaigns, links }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Keeps a campaign unless a newer state of it is known. */
    putCampaign: async ({ _id, ...campaign }: CampaignDocument): Promise<void> => {
      const newest = { $gt: ['$updatedAt', campaign.updatedAt] };
      const update = Object.fromEntries(
        Object.entries(campaign).map(([field, value]) => [
          field,
          { $cond: [newest, `$${field}`, { $literal: value }] },
        ]),
      );
      await campaigns.updateOne({ _id }, [{ $set: update }], { upsert: true, ...inSession });
    },

    /** Keeps a link's code and owner, which never change. */
    putLink: async ({ _id, ...link }: LinkDocument): Promise<void> => {
      await links.updateOne({ _id }, { $set: link }, { upsert: true, ...inSession });
    },

    /** The link, where it is this affiliate's. */
    findLink: (id: string, affiliateId: string) =>
      links.findOne({ _id: id, affiliateId }, inSession),

    /** The campaign, where it is this brand's. */
    findCampaign: (id: string, brandId: string) =>
      campaigns.findOne({ _id: id, brandId }, inSession),

    /** The names of these, as far as they are known. */
    findNames: async (ids: {
      readonly campaignIds: readonly string[];
      readonly linkIds: readonly string[];
    }): Promise<Names> => {
      const [campaignRows, linkRows] = await Promise.all([
        campaigns.find({ _id: { $in: [...ids.campaignIds] } }, inSession).toArray(),
        links.find({ _id: { $in: [...ids.linkIds] } }, inSession).toArray(),
      ]);
      return {
        campaigns: new Map(campaignRows.map(({ _id, name }) => [_id, name])),
        trackingCodes: new Map(linkRows.map(({ _id, trackingCode }) => [_id, trackingCode])),
      };
    },
  };
};
