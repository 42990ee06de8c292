import type { Session } from '@tributary/mongo';
import type { CampaignDocument, Collections } from './collections.ts';

export interface CampaignNames {
  readonly name: string;
  readonly brandName: string;
}

/** A copy of the names and terms of campaigns. */
export const campaignStore = ({ campaigns }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    findNames: async (ids: readonly string[]): Promise<Map<string, CampaignNames>> => {
      const docs = await campaigns.find({ _id: { $in: [...new Set(ids)] } }, options).toArray();
      return new Map(docs.map(({ _id, name, brandName }) => [_id, { name, brandName }]));
    },

    list: (ids: readonly string[]): Promise<CampaignDocument[]> =>
      campaigns.find({ _id: { $in: [...new Set(ids)] } }, options).toArray(),

    find: async (id: string): Promise<CampaignDocument | undefined> =>
      (await campaigns.findOne({ _id: id }, options)) ?? undefined,

    /** Stores the campaign unless a newer snapshot is stored. */
    save: async ({ _id, ...facts }: CampaignDocument): Promise<void> => {
      const known = await campaigns.findOne({ _id }, options);
      if (known !== null && known.updatedAt > facts.updatedAt) return;
      await campaigns.replaceOne({ _id }, facts, { ...options, upsert: true });
    },
  };
};
