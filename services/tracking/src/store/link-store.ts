import { type LinkSnapshot } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** This service's copy of the tracking links. */
export const linkStore = ({ links }: Collections, session: Session | null = null) => ({
  findByCode: async (trackingCode: string): Promise<LinkSnapshot | undefined> => {
    const found = await links.findOne({ trackingCode }, null, { session }).lean();
    return found?.snapshot;
  },

  /** The link with this tracking number. */
  findByNumber: async (trackingNumber: string): Promise<LinkSnapshot | undefined> => {
    const found = await links
      // The type condition selects the partial index; without it the query reads all links.
      .findOne({ trackingNumber: { $eq: trackingNumber, $type: 'string' } }, null, { session })
      .sort({ asOf: -1 })
      .lean();
    return found?.snapshot;
  },

  /** An affiliate's links to a brand's campaigns, or to one of them, newest first; at most 50. */
  listPartnership: async ({
    brandId,
    affiliateId,
    campaignId,
  }: {
    readonly brandId: string;
    readonly affiliateId: string;
    readonly campaignId?: string | undefined;
  }): Promise<LinkSnapshot[]> => {
    const ofCampaign = campaignId === undefined ? {} : { 'snapshot.campaignId': campaignId };
    const found = await links
      .find({ brandId, affiliateId, ...ofCampaign }, null, { session })
      .sort({ createdAt: -1 })
      .limit(50)
      .lean();
    return found.map(({ snapshot }) => snapshot);
  },

  /** Saves a link's state as of a time, unless the copy is newer. */
  save: async (snapshot: LinkSnapshot, asOf: Date): Promise<void> => {
    const { linkId, trackingCode, brandId, affiliateId } = snapshot;
    const known = await links.findById(linkId, null, { session }).lean();
    if (known !== null && known.asOf > asOf) return;
    const createdAt = new Date(snapshot.createdAt);
    const trackingNumber = snapshot.trackingNumber ?? null;
    const keys = { trackingCode, trackingNumber, brandId, affiliateId };
    const row = { _id: linkId, ...keys, createdAt, asOf, snapshot };
    await links.replaceOne({ _id: linkId }, row, {
      ...(session === null ? {} : { session }),
      upsert: true,
    });
  },
});
export type LinkStore = ReturnType<typeof linkStore>;
