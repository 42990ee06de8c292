import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type Link } from '../domain/link.ts';
import { type Models } from './models.ts';
import { fromRow, withoutUndefined, NEWEST_FIRST, type Page, toRow } from './rows.ts';

export interface LinkFilter {
  readonly affiliateId: string;
  readonly campaignId?: string | undefined;
  /** Whether the link is active and its campaign is not over. */
  readonly active?: boolean | undefined;
  /** The affiliate's campaigns that are over. */
  readonly overIds: readonly string[];
}

function activityOf({ active, overIds }: LinkFilter): Record<string, unknown> {
  if (active === undefined) return {};
  const over = { campaignId: { $in: [...overIds] } };
  return active ? { active: true, $nor: [over] } : { $or: [{ active: false }, over] };
}

const linkLister =
  (links: Models['links']) =>
  async (filter: LinkFilter, { skip, limit }: Page) => {
    const { affiliateId, campaignId } = filter;
    const where = { ...withoutUndefined({ affiliateId, campaignId }), ...activityOf(filter) };
    const rows = await links.find(where).sort(NEWEST_FIRST).skip(skip).limit(limit).lean();
    const total = await links.countDocuments(where);
    return { links: rows.map((row) => fromRow<Link>(row)), total };
  };

/** Tracking links. */
export function linkStore({ links }: Models, session: Session | null = null) {
  return {
    /** @throws the database's duplicate key error where the tracking code is in use */
    create: async (link: Link): Promise<void> => {
      await links.create([toRow(link)], { session });
    },
    save: async (link: Link): Promise<void> => {
      await links.replaceOne({ _id: link.id }, toRow(link)).session(session);
    },
    /** @throws not_found, also for another affiliate's link */
    getOwn: async (id: string, affiliateId: string): Promise<Link> => {
      const row = await links.findById(id).session(session).lean();
      if (row?.affiliateId !== affiliateId) {
        throw notFound('not_found', { message: 'There is no such link' });
      }
      return fromRow<Link>(row);
    },
    findByCode: async (trackingCode: string): Promise<Link | undefined> => {
      const row = await links.findOne({ trackingCode }).session(session).lean();
      return row === null ? undefined : fromRow<Link>(row);
    },
    list: linkLister(links),
    /** The campaigns that an affiliate has links of. */
    listCampaignIds: (affiliateId: string): Promise<string[]> =>
      links.distinct('campaignId', { affiliateId }).exec(),
    listActive: async (affiliateId: string, campaignId: string): Promise<Link[]> => {
      const where = { affiliateId, campaignId, active: true };
      const rows = await links.find(where).session(session).lean();
      return rows.map((row) => fromRow<Link>(row));
    },
    find: async (id: string): Promise<Link | undefined> => {
      const row = await links.findById(id).session(session).lean();
      return row === null ? undefined : fromRow<Link>(row);
    },
    /** Active links of a campaign without a telephone number, oldest first. */
    listWithoutNumber: async (campaignId: string, limit: number): Promise<Link[]> => {
      const where = { campaignId, trackingNumber: null, active: true };
      const rows = await links
        .find(where)
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .session(session)
        .lean();
      return rows.map((row) => fromRow<Link>(row));
    },
    deactivate: async (ids: readonly string[]): Promise<void> => {
      const inactive = { $set: { active: false } };
      await links.updateMany({ _id: { $in: [...ids] } }, inactive).session(session);
    },
  };
}
