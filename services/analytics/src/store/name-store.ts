import { type Session } from '@tributary/mongo';
import { type Names } from '../domain/report.ts';
import {
  type AffiliateDocument,
  type CampaignDocument,
  type Collections,
  type LinkDocument,
} from './collections.ts';

/** An update with all fields, unless what is stored has a later time in `at`. */
function unlessNewer<Fields extends object>(at: keyof Fields & string, fields: Fields) {
  const isNewer = { $gt: [`$${at}`, fields[at]] };
  const update = Object.entries(fields).map(([field, value]): [string, object] => [
    field,
    { $cond: [isNewer, `$${field}`, { $literal: value as unknown }] },
  ]);
  return [{ $set: Object.fromEntries(update) }];
}

/** Names and owners of campaigns and links, and names of affiliates. */
export const nameStore = ({ affiliates, campaigns, links }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Saves a campaign unless a newer state is stored. */
    saveCampaign: async ({ _id, ...campaign }: CampaignDocument): Promise<void> => {
      const update = unlessNewer('updatedAt', campaign);
      await campaigns.updateOne({ _id }, update, { upsert: true, ...inSession });
    },

    /** Saves a link's code and owner, which never change. */
    saveLink: async ({ _id, ...link }: LinkDocument): Promise<void> => {
      await links.updateOne({ _id }, { $set: link }, { upsert: true, ...inSession });
    },

    findLink: async (id: string): Promise<LinkDocument | undefined> =>
      (await links.findOne({ _id: id }, inSession)) ?? undefined,

    findCampaign: async (id: string): Promise<CampaignDocument | undefined> =>
      (await campaigns.findOne({ _id: id }, inSession)) ?? undefined,

    /** The ids of all of a brand's campaigns. */
    listCampaignIds: async (brandId: string): Promise<string[]> => {
      const found = campaigns.find({ brandId }, { ...inSession, projection: { _id: 1 } });
      return (await found.toArray()).map(({ _id }) => _id);
    },

    /** Saves an affiliate's name unless a newer one is stored. */
    saveAffiliate: async ({ _id, ...affiliate }: AffiliateDocument): Promise<void> => {
      const update = unlessNewer('changedAt', affiliate);
      await affiliates.updateOne({ _id }, update, { upsert: true, ...inSession });
    },

    /** The known names of these affiliates, by id. */
    findAffiliates: async (ids: readonly string[]): Promise<Map<string, string>> => {
      const found = affiliates.find({ _id: { $in: [...ids] } }, inSession);
      return new Map((await found.toArray()).map(({ _id, name }) => [_id, name]));
    },

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
export type NameStore = ReturnType<typeof nameStore>;
