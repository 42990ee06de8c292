import { conflict, notFound } from '@tributary/errors';
import {
  fromDocument,
  isDuplicateKey,
  type Session as MongoSession,
  toDocument,
} from '@tributary/mongo';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type Collections } from './collections.ts';

const readsOf = ({ teamInvitations }: Collections, session: MongoSession | null) => ({
  findByToken: async (tokenHash: string): Promise<TeamInvitation | undefined> => {
    const document = await teamInvitations.findOne({ tokenHash }).session(session).lean();
    return document === null ? undefined : fromDocument<TeamInvitation>(document);
  },
  /** The newest invitations of an account. */
  listOf: async (accountId: string, limit: number): Promise<TeamInvitation[]> => {
    const documents = await teamInvitations
      .find({ accountId })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .lean();
    return documents.map((document) => fromDocument<TeamInvitation>(document));
  },
});

/** Invitations to accounts; in a transaction where a session is given. */
export function teamInvitationStore(collections: Collections, session: MongoSession | null = null) {
  const { teamInvitations } = collections;
  const within = session === null ? {} : { session };
  return {
    ...readsOf(collections, session),
    /** @throws conflict `already_invited` where an invitation of the address waits for an answer */
    create: async (invitation: TeamInvitation): Promise<void> => {
      try {
        await teamInvitations.create([toDocument(invitation)], within);
      } catch (error) {
        if (!isDuplicateKey(error, 'email')) throw error;
        throw conflict('already_invited', {
          message: 'An invitation of this address waits for an answer',
          cause: error,
        });
      }
    },
    /** @throws not_found, also for another account’s invitation */
    get: async (id: string, accountId: string): Promise<TeamInvitation> => {
      const document = await teamInvitations
        .findOne({ _id: id, accountId })
        .session(session)
        .lean();
      if (document !== null) return fromDocument<TeamInvitation>(document);
      throw notFound('not_found', { message: 'There is no such invitation' });
    },
    countPending: (accountId: string, now: Date): Promise<number> =>
      teamInvitations.countDocuments({ accountId, status: 'pending', expiresAt: { $gt: now } }),
    /** Deletes an invitation that expired without an answer, so that the address can be invited again. */
    deleteExpired: async (accountId: string, email: string, now: Date): Promise<void> => {
      const status = 'pending' as const;
      const expired = { accountId, email, status, expiresAt: { $lte: now } };
      await teamInvitations.deleteMany(expired, within);
    },
    /** Revokes the invitations to an account that wait for an answer. */
    revokeAllOf: async (accountId: string): Promise<void> => {
      const pending = { accountId, status: 'pending' } as const;
      await teamInvitations.updateMany(pending, { $set: { status: 'revoked' } }, within);
    },
    save: async (invitation: TeamInvitation): Promise<void> => {
      await teamInvitations.replaceOne({ _id: invitation.id }, toDocument(invitation), within);
    },
  };
}
