import { type Session } from '@tributary/mongo';
import { type Names } from '../domain/report.ts';
import { type CampaignDocument, type Collections, type LinkDocument } from './collections.ts';

/** Names and owners of campaigns and links. */
export const nameStore = ({ campaigns, links }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Saves a campaign unless a newer state is stored. */
    saveCampaign: async ({ _id, ...campaign }: CampaignDocument): Promise<void> => {
      const newest = { $gt: ['$updatedAt', campaign.updatedAt] };
      const update = Object.fromEntries(
        Object.entries(campaign).map(([field, value]) => [
          field,
          { $cond: [newest, `$${field}`, { $literal: value }] },
        ]),
      );
      await campaigns.updateOne({ _id }, [{ $set: update }], { upsert: true, ...inSession });
    },

    /** Saves a link's code and owner, which never change. */
    saveLink: async ({ _id, ...link }: LinkDocument): Promise<void> => {
      await links.updateOne({ _id }, { $set: link }, { upsert: true, ...inSession });
    },

    /** This affiliate's link. */
    findLink: (id: string, affiliateId: string) =>
      links.findOne({ _id: id, affiliateId }, inSession),

    /** This brand's campaign. */
    findCampaign: (id: string, brandId: string) =>
      campaigns.findOne({ _id: id, brandId }, inSession),

    /** The known names of these campaigns and links. */
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
