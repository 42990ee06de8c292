import type mongoose from 'mongoose';
import { type Plan, type Role, type UserStatus } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import {
  containsText,
  findPage,
  fromDocument,
  isDuplicateKey,
  type PageRequest,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { emailTaken } from '../domain/account-link.ts';
import { type User } from '../domain/user.ts';
import { type Collections, type UserDocument } from './collections.ts';

type ClientSession = mongoose.mongo.ClientSession;

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly plan?: Plan | undefined;
  readonly email?: string | undefined;
  /** A part of the name, the company or the e-mail address, in any case. */
  readonly search?: string | undefined;
}

/** Documents of earlier releases lack `emailVerifiedAt`. */
const userOf = (document: UserDocument): User => ({
  ...fromDocument<User>(document),
  emailVerifiedAt: document.emailVerifiedAt ?? null,
});

const refuseUnknown = (): never => {
  throw notFound('not_found', { message: 'There is no such record' });
};

const SEARCHED = ['name', 'company', 'email'] as const;

const queryOf = ({ search, ...exact }: UserFilter) => ({
  ...withoutUndefined(exact),
  ...(search !== undefined && {
    $or: SEARCHED.map((field) => ({ [field]: containsText(search) })),
  }),
});

const suspendedUsers = (users: Collections['users'], session: ClientSession | null) => ({
  /**
   * The next suspended accounts by id. None of them is changed before the current transaction ends: it
   * writes to them, so that a reinstatement conflicts with it.
   */
  lockSuspendedAfter: async (after: string, limit: number): Promise<User[]> => {
    const documents = await users
      .find({ status: 'suspended', _id: { $gt: after } })
      .hint({ status: 1, createdAt: -1, _id: -1 })
      .sort({ _id: 1 })
      .limit(limit)
      .session(session)
      .lean();
    for (const { _id, updatedAt } of documents) {
      const moved = new Date(updatedAt.getTime() + 1);
      await users.updateOne({ _id }, { $set: { updatedAt: moved } }).session(session);
    }
    return documents.map(userOf);
  },
});

const leavingUsers = (users: Collections['users'], session: ClientSession | null) => ({
  /** Accounts whose deletion is due, save suspended ones. */
  listDueForErasure: async (now: Date, limit: number): Promise<User[]> => {
    const due = { deletionDueAt: { $lte: now }, status: { $ne: 'suspended' } } as const;
    const documents = await users.find(due).sort({ deletionDueAt: 1 }).limit(limit).lean();
    return documents.map(userOf);
  },
  /**
   * Whether another administrator stays. It writes to those, so that of two who leave at once one fails.
   */
  lockOtherAdmins: async (id: string, now: Date): Promise<boolean> => {
    const others = {
      role: 'admin',
      _id: { $ne: id },
      status: { $ne: 'suspended' },
      deletionDueAt: { $exists: false },
    } as const;
    const locked = await users.updateMany(others, { $set: { updatedAt: now } }).session(session);
    return locked.matchedCount > 0;
  },
  delete: async (id: string): Promise<void> => {
    await users.deleteOne({ _id: id }).session(session);
  },
});

/** Accounts; in a transaction where a session is given. */
export function userStore({ users }: Collections, session: ClientSession | null = null) {
  const within = session === null ? {} : { session };
  const find = async (id: string): Promise<User | undefined> => {
    const document = await users.findById(id).session(session).lean();
    return document === null ? undefined : userOf(document);
  };
  const refuseTaken = (error: unknown): never => {
    throw isDuplicateKey(error, 'email') ? emailTaken(error) : error;
  };
  return {
    find,
    /** @throws not_found */
    get: async (id: string): Promise<User> => (await find(id)) ?? refuseUnknown(),
    findByEmail: async (email: string): Promise<User | undefined> => {
      const document = await users.findOne({ email }).session(session).lean();
      return document === null ? undefined : userOf(document);
    },
    getMany: async (ids: readonly string[]): Promise<User[]> => {
      const documents = await users
        .find({ _id: { $in: ids } })
        .session(session)
        .lean();
      return documents.map(userOf);
    },
    /** @throws conflict `email_taken` */
    create: async (user: User): Promise<void> => {
      await users.create([toDocument(user)], within).catch(refuseTaken);
    },
    /** @throws conflict `email_taken` */
    save: async (user: User): Promise<void> => {
      await users.replaceOne({ _id: user.id }, toDocument(user), within).catch(refuseTaken);
    },
    /** One page, newest first, and the total. */
    list: async (filter: UserFilter, page: PageRequest) => {
      const { documents, total } = await findPage(users, queryOf(filter), page);
      return { users: documents.map(userOf), total };
    },
    ...suspendedUsers(users, session),
    ...leavingUsers(users, session),
    /** Users whose tokens were revoked after `since`. */
    listRevokedSince: async (since: Date): Promise<{ userId: string; revokedAt: Date }[]> => {
      const documents = await users
        .find({ tokensRevokedAt: { $gt: since } }, { tokensRevokedAt: 1 })
        .lean();
      return documents.flatMap(({ _id, tokensRevokedAt }) =>
        tokensRevokedAt === null ? [] : [{ userId: _id, revokedAt: tokensRevokedAt }],
      );
    },
  };
}

export type UserStore = ReturnType<typeof userStore>;
