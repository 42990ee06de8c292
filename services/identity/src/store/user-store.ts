import type mongoose from 'mongoose';
import { type Plan, type Role, type UserStatus } from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import {
  findPage,
  fromDocument,
  isDuplicateKey,
  type PageRequest,
  toDocument,
  withoutUndefined,
} from '@tributary/mongo';
import { type User } from '../domain/user.ts';
import { type Collections } from './collections.ts';

type ClientSession = mongoose.mongo.ClientSession;

export interface UserFilter {
  readonly role?: Role | undefined;
  readonly status?: UserStatus | undefined;
  readonly plan?: Plan | undefined;
  readonly email?: string | undefined;
}

const emailTaken = (cause: unknown) =>
  conflict('email_taken', { message: 'There is an account with this e-mail address', cause });

const refuseUnknown = (): never => {
  throw notFound('not_found', { message: 'There is no such user' });
};

/** Accounts; in a transaction where a session is given. */
export function userStore({ users }: Collections, session: ClientSession | null = null) {
  const within = session === null ? {} : { session };
  const find = async (id: string): Promise<User | undefined> => {
    const document = await users.findById(id).session(session).lean();
    return document === null ? undefined : fromDocument<User>(document);
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
      return document === null ? undefined : fromDocument<User>(document);
    },
    getMany: async (ids: readonly string[]): Promise<User[]> => {
      const documents = await users
        .find({ _id: { $in: ids } })
        .session(session)
        .lean();
      return documents.map((document) => fromDocument<User>(document));
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
      const { documents, total } = await findPage(users, withoutUndefined(filter), page);
      return { users: documents.map((document) => fromDocument<User>(document)), total };
    },
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
