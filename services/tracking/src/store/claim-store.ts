import { type ClaimStatus } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { fromDocument, type Session, toDocument } from '@tributary/mongo';
import { type Claim } from '../domain/claim.ts';
import { type ClaimDocument } from './claim-collection.ts';
import { privateUntil } from './click-store.ts';
import { type Collections } from './collections.ts';

const claimNotFound = () => notFound('claim_not_found', { message: 'There is no such claim' });

/** The owner of claims: the brand that decides them, or the affiliate that made them. */
export type ClaimOwner = { readonly brandId: string } | { readonly affiliateId: string };

export interface ClaimFilter {
  readonly status?: ClaimStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly orderId?: string | undefined;
}

/** An order of a brand. */
type Order = Pick<Claim, 'brandId' | 'orderId'>;

function claimOf(document: ClaimDocument): Claim {
  const { day: _day, slot: _slot, privateUntil: _until, ...rest } = document;
  return fromDocument<Claim>(rest);
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** The fields that a decision changes. */
const decisionOf = ({ status, reason, notes, conversionId, decidedAt }: Claim) => ({
  status,
  reason,
  notes,
  conversionId,
  decidedAt,
});

interface Options {
  readonly session?: Session;
}

const reading = ({ claims }: Collections, options: Options) => ({
  /** @throws not_found claim_not_found, also for another brand's or affiliate's */
  getOf: async (id: string, owner: ClaimOwner): Promise<Claim> => {
    const found = await claims.findOne({ _id: id, ...owner }, options);
    if (found === null) throw claimNotFound();
    return claimOf(found);
  },

  /** The affiliate's claim to an order that has not expired. */
  findCurrent: async ({
    brandId,
    orderId,
    affiliateId,
  }: Order & Pick<Claim, 'affiliateId'>): Promise<Claim | undefined> => {
    const filter = { brandId, orderId, affiliateId, status: { $ne: 'expired' } } as const;
    const found = await claims.findOne(filter, options);
    return found === null ? undefined : claimOf(found);
  },

  /** How many claims the affiliate has made in a campaign on the UTC day of `at`. */
  countOfDay: (
    { brandId, affiliateId, campaignId }: Pick<Claim, 'affiliateId' | 'brandId' | 'campaignId'>,
    at: Date,
  ): Promise<number> =>
    claims.countDocuments({ brandId, affiliateId, campaignId, day: dayOf(at) }, options),

  listOpenOf: async (orders: readonly Order[]): Promise<Claim[]> => {
    const byBrand = Map.groupBy(orders, ({ brandId }) => brandId);
    const named = [...byBrand].map(([brandId, own]) => ({
      brandId,
      orderId: { $in: own.map(({ orderId }) => orderId) },
      status: 'open' as const,
    }));
    if (named.length === 0) return [];
    return (await claims.find({ $or: named }, options).toArray()).map(claimOf);
  },

  /** Open claims whose time is over, the oldest first. */
  listExpired: async (now: Date, limit: number): Promise<Claim[]> => {
    const due = { status: 'open', expiresAt: { $lte: now } } as const;
    const found = await claims.find(due, options).sort({ expiresAt: 1 }).limit(limit).toArray();
    return found.map(claimOf);
  },

  /** The newest first: at most `limit`, those before the one with the id `before`. */
  list: async (
    owner: ClaimOwner,
    { before, ...filter }: ClaimFilter & { readonly before?: string | undefined },
    limit: number,
  ): Promise<Claim[]> => {
    const given = Object.entries(filter).filter(([, value]) => value !== undefined);
    const earlier = before === undefined ? {} : { _id: { $lt: before } };
    const query = { ...Object.fromEntries(given), ...earlier, ...owner };
    const found = claims.find(query, options).sort({ _id: -1 }).limit(limit);
    return (await found.toArray()).map(claimOf);
  },

  /** How many claims wait for a brand; not counted beyond `most`. */
  countOpen: (brandId: string, most: number): Promise<number> =>
    claims.countDocuments({ brandId, status: 'open' }, { ...options, limit: most }),
});

/** Claims to missing orders, within a transaction if there is a session. */
export const claimStore = (collections: Collections, session: Session | null = null) => {
  const { claims } = collections;
  const options = session === null ? {} : { session };
  return {
    ...reading(collections, options),

    /**
     * Adds a claim as the `slot`th of its day. Throws a duplicate key with `slot` where another has this number, otherwise
     * where the affiliate has claimed the order.
     */
    add: async (claim: Claim, slot: number): Promise<void> => {
      const day = dayOf(claim.createdAt);
      const until = privateUntil(claim.createdAt);
      await claims.insertOne(
        {
          ...toDocument(claim),
          day,
          slot,
          ...(claim.note === null ? {} : { privateUntil: until }),
        },
        options,
      );
    },

    /** Saves the decisions on claims. */
    saveAll: async (decided: readonly Claim[]): Promise<void> => {
      if (decided.length === 0) return;
      const updates = decided.map((claim) => ({
        updateOne: { filter: { _id: claim.id }, update: { $set: decisionOf(claim) } },
      }));
      await claims.bulkWrite(updates, options);
    },

    /** Deletes notes past their retention, at most `limit`. @returns the number of claims */
    forgetPrivate: async (now: Date, limit: number): Promise<number> => {
      const due = { privateUntil: { $lte: now, $type: 'date' as const } };
      const found = await claims
        .find(due, { projection: { _id: 1 } })
        .limit(limit)
        .toArray();
      if (found.length === 0) return 0;
      const ids = found.map(({ _id }) => _id);
      await claims.updateMany(
        { _id: { $in: ids } },
        { $set: { note: null }, $unset: { privateUntil: '' } },
      );
      return found.length;
    },
  };
};
export type ClaimStore = ReturnType<typeof claimStore>;
