import { notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  type PageRequest,
  type Session,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { type Link } from '../domain/link.ts';
import { type Collections } from './collections.ts';

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
  (links: Collections['links']) => async (filter: LinkFilter, page: PageRequest) => {
    const { affiliateId, campaignId } = filter;
    const where = { ...withoutUndefined({ affiliateId, campaignId }), ...activityOf(filter) };
    const { documents, total } = await findPage(links, where, page);
    return { links: documents.map((document) => fromDocument<Link>(document)), total };
  };

type Partnership = Pick<Link, 'affiliateId' | 'brandId' | 'campaignId'>;

/** Lists an affiliate's links to a brand's campaigns, or to one of them, newest first. */
const partnershipLister =
  (links: Collections['links'], session: Session | null) =>
  /** @param campaignId empty for all of the brand's */
  async ({ campaignId, ...parties }: Partnership, limit: number): Promise<Link[]> => {
    const documents = await links
      .find({ ...parties, ...(campaignId === '' ? {} : { campaignId }) })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .session(session)
      .lean();
    return documents.map((document) => fromDocument<Link>(document));
  };

/** Tracking links. */
export function linkStore({ links }: Collections, session: Session | null = null) {
  return {
    /** @throws the database's duplicate key error where the tracking code is in use */
    create: async (link: Link): Promise<void> => {
      await links.create([toDocument(link)], { session });
    },
    save: async (link: Link): Promise<void> => {
      await links.replaceOne({ _id: link.id }, toDocument(link)).session(session);
    },
    /** @throws not_found, also for another affiliate's link */
    getOwn: async (id: string, affiliateId: string): Promise<Link> => {
      const document = await links.findById(id).session(session).lean();
      if (document?.affiliateId !== affiliateId) {
        throw notFound('not_found', { message: 'There is no such record' });
      }
      return fromDocument<Link>(document);
    },
    findByCode: async (trackingCode: string): Promise<Link | undefined> => {
      const document = await links.findOne({ trackingCode }).session(session).lean();
      return document === null ? undefined : fromDocument<Link>(document);
    },
    list: linkLister(links),
    /** The campaigns that an affiliate has links of. */
    listCampaignIds: (affiliateId: string): Promise<string[]> =>
      links.distinct('campaignId', { affiliateId }).exec(),
    listActive: async (affiliateId: string, campaignId: string): Promise<Link[]> => {
      const where = { affiliateId, campaignId, active: true };
      const documents = await links.find(where).session(session).lean();
      return documents.map((document) => fromDocument<Link>(document));
    },
    find: async (id: string): Promise<Link | undefined> => {
      const document = await links.findById(id).session(session).lean();
      return document === null ? undefined : fromDocument<Link>(document);
    },
    listPartnership: partnershipLister(links, session),
    /** Active links of a campaign without a telephone number, oldest first. */
    listWithoutNumber: async (campaignId: string, limit: number): Promise<Link[]> => {
      const where = { campaignId, trackingNumber: null, active: true };
      const documents = await links
        .find(where)
        .sort({ createdAt: 1, _id: 1 })
        .limit(limit)
        .session(session)
        .lean();
      return documents.map((document) => fromDocument<Link>(document));
    },
    deactivate: async (ids: readonly string[]): Promise<void> => {
      const inactive = { $set: { active: false } };
      await links.updateMany({ _id: { $in: [...ids] } }, inactive).session(session);
    },
  };
}
