import { type CampaignStatus } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type Campaign, type CampaignType, isVisible } from '../domain/campaign.ts';
import { type Models } from './models.ts';
import { fromRow, withoutUndefined, NEWEST_FIRST, type Page, type Row, toRow } from './rows.ts';
import { type OfferFilter, offerOrder, offersWhere, orderField } from './offer-filter.ts';

const campaignNotFound = () => notFound('not_found', { message: 'There is no such campaign' });

export interface CampaignFilter {
  readonly brandId: string;
  readonly status?: CampaignStatus | undefined;
  readonly type?: CampaignType | undefined;
}

/** Campaigns; in a transaction where a session is given. */
export function campaignStore({ campaigns }: Models, session: Session | null = null) {
  const find = async (id: string): Promise<Campaign | undefined> => {
    const row = await campaigns.findById(id).session(session).lean();
    return row === null ? undefined : fromRow<Campaign>(row);
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
    create: async (campaign: Campaign): Promise<void> => {
      await campaigns.create([toRow(campaign)], { session });
    },
    save: async (campaign: Campaign): Promise<void> => {
      await campaigns.replaceOne({ _id: campaign.id }, toRow(campaign)).session(session);
    },
    /** Writes a brand's new name to all its campaigns. */
    renameBrand: async (brandId: string, brandName: string): Promise<void> => {
      const stale = { brandId, brandName: { $ne: brandName } };
      await campaigns.updateMany(stale, { $set: { brandName } }).session(session);
    },
  };
}

/** Ids of at most `limit` active campaigns whose commissions have used up the total budget. */
const exhaustedLister =
  ({ campaigns }: Models) =>
  async (limit: number): Promise<string[]> => {
    const sums = { $objectToArray: { $ifNull: ['$sums.commissionMinor', {}] } };
    const isOwn = { $eq: ['$$sum.k', '$commission.currency'] };
    const own = { $filter: { input: sums, as: 'sum', cond: isOwn } };
    const spent = { $sum: { $map: { input: own, as: 'sum', in: '$$sum.v' } } };
    const rows = await campaigns.aggregate<{ _id: string }>([
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
    return rows.map(({ _id }) => _id);
  };

const OVER: readonly CampaignStatus[] = ['completed', 'archived'];

/** Lists of campaigns. */
export function campaignLists(models: Models) {
  const { campaigns } = models;
  const page = async (where: Record<string, unknown>, { skip, limit }: Page) => {
    const rows = await campaigns.find(where).sort(NEWEST_FIRST).skip(skip).limit(limit).lean();
    const total = await campaigns.countDocuments(where);
    return { campaigns: rows.map((row) => fromRow<Campaign>(row)), total };
  };
  return {
    /** Includes archived campaigns only where the filter is that status. */
    listOwn: ({ brandId, type, status }: CampaignFilter, which: Page) =>
      page(
        { ...withoutUndefined({ brandId, type }), status: status ?? { $ne: 'archived' } },
        which,
      ),
    /** The ids whose campaigns are completed or archived. */
    listOver: async (ids: readonly string[]): Promise<Set<string>> => {
      const where = { _id: { $in: [...ids] }, status: { $in: [...OVER] } };
      const rows = await campaigns.find(where, { _id: 1 }).lean();
      return new Set(rows.map(({ _id }) => _id));
    },
    /** Active campaigns that an affiliate may join or has joined. */
    listOffers: async (filter: OfferFilter, { skip, limit }: Page) => {
      const where = offersWhere(filter);
      const rows = await campaigns.aggregate<Row<Campaign>>([
        { $match: where },
        ...(filter.sort === 'commission' ? [{ $set: orderField }] : []),
        { $sort: offerOrder[filter.sort ?? 'newest'] },
        { $skip: skip },
        { $limit: limit },
        { $unset: 'rate' },
      ]);
      const total = await campaigns.countDocuments(where);
      return { campaigns: rows.map((row) => fromRow<Campaign>(row)), total };
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
      const rows = await campaigns.find(due, { _id: 1 }).limit(limit).lean();
      return rows.map(({ _id }) => _id);
    },
  };
}
