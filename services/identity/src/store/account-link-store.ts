import { fromDocument, type Session as MongoSession, toDocument } from '@tributary/mongo';
import { type AccountLink, type LinkPurpose } from '../domain/account-link.ts';
import { type Collections } from './collections.ts';

const deletionsOf = ({ accountLinks }: Collections, session: MongoSession | null) => ({
  deleteOf: async (userId: string, purposes: readonly LinkPurpose[]): Promise<void> => {
    await accountLinks.deleteMany({ userId, purpose: { $in: purposes } }).session(session);
  },
  /** Deletes the links of a purpose, save the newest `kept`. */
  deleteOlder: async (userId: string, purpose: LinkPurpose, kept: number): Promise<void> => {
    const newestFirst = accountLinks.find({ userId, purpose }, { _id: 1 }).sort({ expiresAt: -1 });
    const older = await newestFirst.skip(kept).session(session).lean();
    const ids = older.map(({ _id }) => _id);
    await accountLinks.deleteMany({ _id: { $in: ids } }).session(session);
  },
  /** Deletes the links that restore an address which the account had only from `since` on. */
  deleteRestoringSince: async (userId: string, since: Date): Promise<void> => {
    const later = { userId, purpose: 'restore_email', since: { $gte: since } } as const;
    await accountLinks.deleteMany(later).session(session);
  },
});

/** Mailed links; in a transaction where a session is given. */
export function accountLinkStore(collections: Collections, session: MongoSession | null = null) {
  const { accountLinks } = collections;
  return {
    ...deletionsOf(collections, session),
    create: async (link: AccountLink): Promise<void> => {
      await accountLinks.create([toDocument(link)], { session });
    },
    find: async (
      id: string,
      purposes: readonly LinkPurpose[],
      now: Date,
    ): Promise<AccountLink | undefined> => {
      const valid = { _id: id, purpose: { $in: purposes }, expiresAt: { $gt: now } };
      const document = await accountLinks.findOne(valid).session(session).lean();
      return document === null ? undefined : fromDocument<AccountLink>(document);
    },
    /** Deletes a valid link and returns it: of several requests with one link, one gets it. */
    take: async (
      id: string,
      purposes: readonly LinkPurpose[],
      now: Date,
    ): Promise<AccountLink | undefined> => {
      const valid = { _id: id, purpose: { $in: purposes }, expiresAt: { $gt: now } };
      const document = await accountLinks.findOneAndDelete(valid).session(session).lean();
      return document === null ? undefined : fromDocument<AccountLink>(document);
    },
    /** Whether another account than `userId` may still take the address back. */
    isReserved: async (email: string, userId: string, now: Date): Promise<boolean> => {
      const reserved = {
        email,
        purpose: 'restore_email',
        userId: { $ne: userId },
        expiresAt: { $gt: now },
      } as const;
      return (await accountLinks.exists(reserved).session(session)) !== null;
    },
  };
}

export type AccountLinkStore = ReturnType<typeof accountLinkStore>;
