import { notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  type PageRequest,
  type Session,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { type Coupon } from '../domain/coupon.ts';
import { type Collections } from './collections.ts';

export interface CouponFilter {
  readonly brandId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly key?: string | undefined;
  readonly active?: boolean | undefined;
}

/** The codes of one text that are compared with a new one, and that orders are matched with. */
const MAX_OF_TEXT = 200;
const LATEST_FIRST = { startsAt: -1, _id: -1 } as const;

const couponOf = (document: Parameters<typeof fromDocument<Coupon>>[0]): Coupon =>
  fromDocument<Coupon>(document);

const couponWriter = ({ coupons, couponTexts }: Collections, session: Session | null) => ({
  /**
   * Locks texts of a brand's codes until the end of the transaction, so that of two concurrent changes one sees the
   * other. @throws the database's duplicate key error where both are the first of a text
   */
  lockTexts: async (brandId: string, keys: readonly string[]): Promise<void> => {
    const writes = [...new Set(keys)].toSorted().map((key) => ({
      updateOne: {
        filter: { _id: `${brandId} ${key}` },
        update: { $inc: { changes: 1 } },
        upsert: true,
      },
    }));
    await couponTexts.bulkWrite(writes, session === null ? {} : { session });
  },
  createAll: async (added: readonly Coupon[]): Promise<void> => {
    await coupons.create(added.map(toDocument), { session, ordered: true });
  },
  save: async (coupon: Coupon): Promise<void> => {
    await coupons.replaceOne({ _id: coupon.id }, toDocument(coupon)).session(session);
  },
  delete: async (id: string): Promise<void> => {
    await coupons.deleteOne({ _id: id }).session(session);
  },
  /** Notes the times of orders that named codes; an earlier time changes nothing. */
  noteUses: async (uses: ReadonlyMap<string, Date>): Promise<void> => {
    const writes = [...uses].map(([_id, lastUsedAt]) => ({
      updateOne: { filter: { _id }, update: { $max: { lastUsedAt } } },
    }));
    if (writes.length > 0) await coupons.bulkWrite(writes, session === null ? {} : { session });
  },
});

/** Coupon codes. */
export function couponStore(collections: Collections, session: Session | null = null) {
  const { coupons } = collections;
  return {
    ...couponWriter(collections, session),
    /** @throws not_found, also for another brand's code */
    getOwn: async (id: string, brandId: string): Promise<Coupon> => {
      const document = await coupons.findById(id).session(session).lean();
      if (document?.brandId !== brandId) {
        throw notFound('not_found', { message: 'There is no such coupon code' });
      }
      return couponOf(document);
    },
    /** The brand's codes of this text, those with the latest windows. */
    listOfText: async (brandId: string, key: string): Promise<Coupon[]> => {
      const query = coupons.find({ brandId, key }).sort(LATEST_FIRST).limit(MAX_OF_TEXT);
      return (await query.session(session).lean()).map(couponOf);
    },
    listActive: async (affiliateId: string, campaignId: string): Promise<Coupon[]> => {
      const where = { affiliateId, campaignId, deactivatedAt: null };
      return (await coupons.find(where).session(session).lean()).map(couponOf);
    },
    list: async ({ active, ...filter }: CouponFilter, page: PageRequest) => {
      const activity = active === undefined ? {} : { deactivatedAt: active ? null : { $ne: null } };
      const where = { ...withoutUndefined(filter), ...activity };
      const { documents, total } = await findPage(coupons, where, page);
      return { coupons: documents.map(couponOf), total };
    },
  };
}
