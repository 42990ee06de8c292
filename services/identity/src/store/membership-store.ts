import { notFound } from '@tributary/errors';
import { fromDocument, type Session as MongoSession, toDocument } from '@tributary/mongo';
import { type Membership, membershipIdOf } from '../domain/membership.ts';
import { type Collections } from './collections.ts';

/** Places of people in other accounts; in a transaction where a session is given. */
export function membershipStore({ memberships }: Collections, session: MongoSession | null = null) {
  const within = session === null ? {} : { session };
  const list = async (filter: Readonly<Record<string, string>>): Promise<Membership[]> => {
    const documents = await memberships
      .find({ ...filter, status: 'active' })
      .sort({ createdAt: 1, _id: 1 })
      .session(session)
      .lean();
    return documents.map((document) => fromDocument<Membership>(document));
  };
  const find = async (accountId: string, memberId: string): Promise<Membership | undefined> => {
    const id = membershipIdOf(accountId, memberId);
    const document = await memberships.findById(id).session(session).lean();
    return document === null ? undefined : fromDocument<Membership>(document);
  };
  return {
    /** Also a removed membership. */
    find,
    /** @throws not_found, also for a removed member */
    getActive: async (accountId: string, memberId: string): Promise<Membership> => {
      const membership = await find(accountId, memberId);
      if (membership?.status === 'active') return membership;
      throw notFound('not_found', { message: 'There is no such member' });
    },
    /** The members of an account, the first to join first; their number is bounded. */
    listOfAccount: (accountId: string): Promise<Membership[]> => list({ accountId }),
    /** A person’s places in other accounts; their number is bounded. */
    listOfMember: (memberId: string): Promise<Membership[]> => list({ memberId }),
    save: async (membership: Membership): Promise<void> => {
      const document = toDocument(membership);
      await memberships.replaceOne({ _id: membership.id }, document, { ...within, upsert: true });
    },
    /** Memberships whose tokens were revoked after `since`. */
    listRevokedSince: async (since: Date): Promise<Membership[]> => {
      const documents = await memberships.find({ tokensRevokedAt: { $gt: since } }).lean();
      return documents.map((document) => fromDocument<Membership>(document));
    },
  };
}
