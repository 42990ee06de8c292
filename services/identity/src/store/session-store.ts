import { fromDocument, toDocument } from '@tributary/mongo';
import type mongoose from 'mongoose';
import { expiryOf, type PresentedToken, type Session } from '../domain/session.ts';
import { type Collections, type SessionDocument } from './collections.ts';

/** Documents of earlier releases lack `network`. */
const sessionOf = (document: SessionDocument): Session => ({
  ...fromDocument<Session>(document),
  network: document.network ?? null,
});

type ClientSession = mongoose.mongo.ClientSession;

/** Sign-ins with their refresh tokens; in a transaction where a MongoDB session is given. */
export function sessionStore({ sessions }: Collections, session: ClientSession | null = null) {
  const within = session === null ? {} : { session };
  return {
    find: async (id: string): Promise<Session | undefined> => {
      const document = await sessions.findById(id).session(session).lean();
      return document === null ? undefined : sessionOf(document);
    },
    /** Whether the user has signed in from the network, in a session that has not expired. */
    isKnownNetwork: async (userId: string, network: string): Promise<boolean> =>
      (await sessions.exists({ userId, network }).session(session)) !== null,
    create: async (created: Session): Promise<void> => {
      await sessions.create([toDocument(created)], within);
    },
    /**
     * Replaces the token `from` by `to`, if it is still the newest token of a valid session. One
     * conditional write: of any number of requests with one token, one gets true. With `accountId` the
     * session acts for that account from now on.
     */
    rotate: async (
      from: PresentedToken,
      to: PresentedToken,
      { now, accountId }: { readonly now: Date; readonly accountId?: string },
    ): Promise<boolean> => {
      const { sessionId: _id, familyHash, currentHash } = from;
      const newest = { _id, familyHash, currentHash, revokedAt: null, expiresAt: { $gt: now } };
      const result = await sessions.updateOne(
        newest,
        {
          $set: {
            currentHash: to.currentHash,
            rotatedAt: now,
            expiresAt: expiryOf(now),
            ...(accountId === undefined ? {} : { accountId }),
          },
        },
        within,
      );
      return result.modifiedCount === 1;
    },
    revoke: async (id: string, now: Date): Promise<void> => {
      await sessions.updateOne({ _id: id, revokedAt: null }, { $set: { revokedAt: now } }, within);
    },
    /** Ends the sessions in which a person acts for an account. */
    revokeOfMember: async (accountId: string, userId: string, now: Date): Promise<void> => {
      const open = { userId, accountId, revokedAt: null };
      await sessions.updateMany(open, { $set: { revokedAt: now } }, within);
    },
    revokeAllOf: async (userId: string, now: Date): Promise<void> => {
      await sessions.updateMany({ userId, revokedAt: null }, { $set: { revokedAt: now } }, within);
    },
  };
}
