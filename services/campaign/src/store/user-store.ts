import { type UserSnapshot } from '@tributary/contracts';
import {
  containsText,
  findPage,
  type PageRequest,
  type Session,
  withoutUndefined,
} from '@tributary/mongo';
import { type UserCopy } from '../domain/user.ts';
import { type Collections, type UserDocument } from './collections.ts';

export interface AffiliateFilter {
  readonly ids?: readonly string[] | undefined;
  readonly search?: string | undefined;
  readonly country?: string | undefined;
  readonly channel?: string | undefined;
  readonly verified?: boolean | undefined;
}

function statusWhere({ ids, verified }: AffiliateFilter) {
  if (verified !== undefined) return { status: verified ? 'verified' : 'active' };
  return ids === undefined ? { status: { $ne: 'suspended' } } : {};
}

const affiliatesWhere = ({ search, country, channel, ...filter }: AffiliateFilter) => ({
  role: 'affiliate',
  ...statusWhere(filter),
  ...(filter.ids === undefined ? {} : { _id: { $in: [...filter.ids] } }),
  ...withoutUndefined({ country }),
  ...(channel === undefined
    ? {}
    : {
        marketingChannels: {
          ...containsText(channel),
          $regex: `^${containsText(channel).$regex}$`,
        },
      }),
  ...(search === undefined
    ? {}
    : { $or: [{ name: containsText(search) }, { company: containsText(search) }] }),
});

const copyOf = ({ _id, emailVerified = false, ...rest }: UserDocument): UserCopy => ({
  id: _id,
  emailVerified,
  ...rest,
});

/** This service's copy of identity's accounts. */
export function userStore({ users }: Collections, session: Session | null = null) {
  return {
    find: async (id: string): Promise<UserCopy | undefined> => {
      const document = await users.findById(id).session(session).lean();
      return document === null ? undefined : copyOf(document);
    },
    /** The affiliate who has proved the address. @param email in lower case */
    findAffiliateByEmail: async (email: string): Promise<UserCopy | undefined> => {
      const document = await users
        .findOne({ email, emailVerified: true, role: 'affiliate' })
        .session(session)
        .lean();
      return document === null ? undefined : copyOf(document);
    },
    findMany: async (ids: readonly string[]): Promise<Map<string, UserCopy>> => {
      const documents = await users.find({ _id: { $in: [...new Set(ids)] } }).lean();
      return new Map(documents.map((document) => [document._id, copyOf(document)]));
    },
    /** Affiliates by name; suspended ones are left out unless `ids` names them. */
    listAffiliates: async (filter: AffiliateFilter, page: PageRequest) => {
      const byName = { ...page, sort: { name: 1, _id: 1 } as const };
      const { documents, total } = await findPage(users, affiliatesWhere(filter), byName);
      return { users: documents.map(copyOf), total };
    },
    /** Stores an account of an event; the events of an account come in order. */
    save: async (user: UserSnapshot): Promise<void> => {
      const { userId, role, status, email, emailVerified = false, name, company } = user;
      const { country, marketingChannels } = user;
      const copy = {
        role,
        status,
        email,
        emailVerified,
        name,
        company,
        country,
        marketingChannels,
      };
      await users
        .updateOne({ _id: userId }, { $set: { ...copy } }, { upsert: true })
        .session(session);
    },
    /** Stores identity's answer, unless the copy has the account: an event may have brought a newer state. */
    createIfAbsent: async ({ id, ...copy }: UserCopy): Promise<void> => {
      await users.updateOne({ _id: id }, { $setOnInsert: copy }, { upsert: true });
    },
  };
}
export type UserStore = ReturnType<typeof userStore>;
