import { type CampaignStatus } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  type PageRequest,
  type Session,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { type Campaign, type CampaignType, isVisible } from '../domain/campaign.ts';
import { type OfferFilter, offerOrder, offersWhere, orderField } from './offer-filter.ts';
import { type CampaignDocument, type Collections } from './collections.ts';

const campaignNotFound = () => notFound('not_found', { message: 'There is no such campaign' });

export interface CampaignFilter {
  readonly brandId: string;
  readonly status?: CampaignStatus | undefined;
  readonly type?: CampaignType | undefined;
}

/** Campaigns; in a transaction where a session is given. */
export function campaignStore({ campaigns }: Collections, session: Session | null = null) {
  const find = async (id: string): Promise<Campaign | undefined> => {
    const document = await campaigns.findById(id).session(session).lean();
    return document === null ? undefined : fromDocument<Campaign>(document);
  };
  return {
    find,
    /** @throws not_found, also for another brand's campaign */
    getOwn: async (id: string, brandId: string): Promise<Campaign> => {
      const campaign = await find(id);
      if (campaign?.brandId !== brandId) throw campaignNotFound();
      return campaign;
    },
    /** @throws not_found, also where affiliates cannot see the campaign */
    getVisible: async (id: string): Promise<Campaign> => {
      const campaign = await find(id);
      if (campaign === undefined || !isVisible(campaign)) throw campaignNotFound();
      return campaign;
    },
    /** @throws not_found */
    get: async (id: string): Promise<Campaign> => {
      const campaign = await find(id);
      if (campaign === undefined) throw campaignNotFound();
      return campaign;
    },
    /** The status stays until the transaction ends: a change at the same moment conflicts with it. */
    hold: async (id: string): Promise<void> => {
      await campaigns.updateOne({ _id: id }, { $inc: { holds: 1 } }).session(session);
    },
    create: async (campaign: Campaign): Promise<void> => {
      await campaigns.create([toDocument(campaign)], { session });
    },
    save: async (campaign: Campaign): Promise<void> => {
      await campaigns.replaceOne({ _id: campaign.id }, toDocument(campaign)).session(session);
    },
    /** Writes a brand's new name to all its campaigns. */
    renameBrand: async (brandId: string, brandName: string): Promise<void> => {
      const stale = { brandId, brandName: { $ne: brandName } };
      await campaigns.updateMany(stale, { $set: { brandName } }).session(session);
    },
    /** Pauses the active ones of a suspended brand, or resumes exactly those. */
    setBrandSuspended: async (brandId: string, isBrandSuspended: boolean): Promise<void> => {
      const stale = { brandId, isBrandSuspended: isBrandSuspended ? { $ne: true } : true };
      await campaigns.updateMany(stale, { $set: { isBrandSuspended } }).session(session);
    },
  };
}

/** Ids of at most `limit` active campaigns whose commissions have used up the total budget. */
const exhaustedLister =
  ({ campaigns }: Collections) =>
  async (limit: number): Promise<string[]> => {
    const sums = { $objectToArray: { $ifNull: ['$sums.commissionMinor', {}] } };
    const isOwn = { $eq: ['$$sum.k', '$commission.currency'] };
    const own = { $filter: { input: sums, as: 'sum', cond: isOwn } };
    const spent = { $sum: { $map: { input: own, as: 'sum', in: '$$sum.v' } } };
    const documents = await campaigns.aggregate<{ _id: string }>([
      { $match: { status: 'active', 'budget.totalMinor': { $ne: null } } },
      { $set: { sumsOf: { $concat: ['campaign:', '$_id'] } } },
      {
        $lookup: { from: 'figures', localField: 'sumsOf', foreignField: '_id', as: 'sums' },
      },
      { $unwind: '$sums' },
      { $match: { $expr: { $gte: [spent, '$budget.totalMinor'] } } },
      { $limit: limit },
      { $project: { _id: 1 } },
    ]);
    return documents.map(({ _id }) => _id);
  };

const OVER: readonly CampaignStatus[] = ['completed', 'archived'];

/** Lists of campaigns. */
export function campaignLists(models: Collections) {
  const { campaigns } = models;

  return {
    /** Includes archived campaigns only where the filter is that status. */
    listOwn: async ({ brandId, type, status }: CampaignFilter, page: PageRequest) => {
      const where = {
        ...withoutUndefined({ brandId, type }),
        status: status ?? { $ne: 'archived' as const },
      };
      const { documents, total } = await findPage(campaigns, where, page);
      return { campaigns: documents.map((one) => fromDocument<Campaign>(one)), total };
    },
    /** The ids whose campaigns are completed or archived. */
    listOver: async (ids: readonly string[]): Promise<Set<string>> => {
      const where = { _id: { $in: [...ids] }, status: { $in: [...OVER] } };
      const documents = await campaigns.find(where, { _id: 1 }).lean();
      return new Set(documents.map(({ _id }) => _id));
    },
    /** Campaigns that an affiliate may join or has joined. */
    listOffers: async (filter: OfferFilter, { skip, limit }: PageRequest) => {
      const where = offersWhere(filter);
      const documents = await campaigns.aggregate<CampaignDocument>([
        { $match: where },
        ...(filter.sort === 'commission' ? [{ $set: orderField }] : []),
        { $sort: offerOrder[filter.sort ?? 'newest'] },
        { $skip: skip },
        { $limit: limit },
        { $unset: 'rate' },
      ]);
      const total = await campaigns.countDocuments(where);
      return { campaigns: documents.map((document) => fromDocument<Campaign>(document)), total };
    },
    countActive: (ids: readonly string[]): Promise<number> =>
      campaigns.countDocuments({ _id: { $in: [...ids] }, status: 'active' }).exec(),
    listExhausted: exhaustedLister(models),
    /** Ids of at most `limit` campaigns that are due to start or end. */
    listDue: async (now: Date, limit: number): Promise<string[]> => {
      const running: CampaignStatus[] = ['active', 'paused'];
      const starting = { status: 'draft' as const, startsAt: { $lte: now } };
      // Two branches rather than a nested $or, so that each can use its index.
      const due = {
        $or: [
          { ...starting, endsAt: null },
          { ...starting, endsAt: { $gt: now } },
          { status: { $in: running }, endsAt: { $lte: now } },
        ],
      };
      const documents = await campaigns.find(due, { _id: 1 }).limit(limit).lean();
      return documents.map(({ _id }) => _id);
    },
  };
}
