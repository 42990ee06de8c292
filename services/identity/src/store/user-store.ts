import type mongoose from 'mongoose';
import { type Plan, type Role, type UserStatus } from '@tributary/contracts';
import { conflict, notFound } from '@tributary/errors';
import { isDuplicateKey } from '@tributary/mongo';
import { type User } from '../domain/user.ts';
import { fromRow, type Models, toRow } from './models.ts';

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

const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

const withoutUndefined = (filter: UserFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/** Accounts; in a transaction where a session is given. */
export function userStore({ users }: Models, session: ClientSession | null = null) {
  const within = session === null ? {} : { session };
  const find = async (id: string): Promise<User | undefined> => {
    const row = await users.findById(id).session(session).lean();
    return row === null ? undefined : fromRow<User>(row);
  };
  const refuseTaken = (error: unknown): never => {
    throw isDuplicateKey(error, 'email') ? emailTaken(error) : error;
  };
  return {
    find,
    /** @throws not_found */
    get: async (id: string): Promise<User> => (await find(id)) ?? refuseUnknown(),
    findByEmail: async (email: string): Promise<User | undefined> => {
      const row = await users.findOne({ email }).session(session).lean();
      return row === null ? undefined : fromRow<User>(row);
    },
    getMany: async (ids: readonly string[]): Promise<User[]> => {
      const rows = await users
        .find({ _id: { $in: ids } })
        .session(session)
        .lean();
      return rows.map((row) => fromRow<User>(row));
    },
    /** @throws conflict `email_taken` */
    create: async (user: User): Promise<void> => {
      await users.create([toRow(user)], within).catch(refuseTaken);
    },
    /** @throws conflict `email_taken` */
    save: async (user: User): Promise<void> => {
      await users.replaceOne({ _id: user.id }, toRow(user), within).catch(refuseTaken);
    },
    /** One page, newest first, and the total. */
    list: async (filter: UserFilter, page: { skip: number; limit: number }) => {
      const where = withoutUndefined(filter);
      const found = users.find(where).sort(NEWEST_FIRST).skip(page.skip).limit(page.limit).lean();
      const [rows, total] = await Promise.all([found, users.countDocuments(where)]);
      return { users: rows.map((row) => fromRow<User>(row)), total };
    },
    /** Users whose tokens were revoked after `since`. */
    listRevokedSince: async (since: Date): Promise<{ userId: string; revokedAt: Date }[]> => {
      const rows = await users
        .find({ tokensRevokedAt: { $gt: since } }, { tokensRevokedAt: 1 })
        .lean();
      return rows.flatMap(({ _id, tokensRevokedAt }) =>
        tokensRevokedAt === null ? [] : [{ userId: _id, revokedAt: tokensRevokedAt }],
      );
    },
  };
}

export type UserStore = ReturnType<typeof userStore>;
