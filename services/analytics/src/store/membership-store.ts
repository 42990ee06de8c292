import { type Session } from '@tributary/mongo';
import { type Collections, type MembershipDocument } from './collections.ts';

type Membership = Pick<MembershipDocument, 'brandId' | 'campaignId' | 'affiliateId'>;

/** The memberships of affiliates in the campaigns of brands. */
export const membershipStore = ({ memberships }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  const keyOf = ({ campaignId, affiliateId }: Membership): string => `${campaignId}/${affiliateId}`;
  return {
    /** Records that an affiliate joined, unless a later time is known. */
    join: async (membership: Membership, at: Date): Promise<void> => {
      const isLater = { $lt: [{ $ifNull: ['$joinedAt', new Date(0)] }, at] };
      const hasLeftSince = { $gt: [{ $ifNull: ['$leftAt', new Date(0)] }, at] };
      const { brandId, campaignId, affiliateId } = membership;
      await memberships.updateOne(
        { _id: keyOf(membership) },
        [
          {
            $set: {
              ...{ brandId, campaignId, affiliateId },
              leftAt: { $cond: [hasLeftSince, '$leftAt', null] },
              joinedAt: { $cond: [isLater, at, '$joinedAt'] },
            },
          },
        ],
        { ...inSession, upsert: true },
      );
    },

    /** Records that a membership ended, unless the affiliate joined again since. */
    leave: async (membership: Membership, at: Date): Promise<void> => {
      const hasJoinedSince = { $gt: [{ $ifNull: ['$joinedAt', new Date(0)] }, at] };
      const { brandId, campaignId, affiliateId } = membership;
      await memberships.updateOne(
        { _id: keyOf(membership) },
        [
          {
            $set: {
              ...{ brandId, campaignId, affiliateId },
              joinedAt: { $ifNull: ['$joinedAt', null] },
              leftAt: { $cond: [hasJoinedSince, { $ifNull: ['$leftAt', null] }, at] },
            },
          },
        ],
        { ...inSession, upsert: true },
      );
    },

    /** An affiliate's memberships of a brand's campaigns. */
    list: (brandId: string, affiliateId: string): Promise<MembershipDocument[]> =>
      memberships
        .find({ brandId, affiliateId }, inSession)
        .sort({ joinedAt: -1, _id: 1 })
        .toArray(),
  };
};
export type MembershipStore = ReturnType<typeof membershipStore>;
