import type { PayoutProvider } from '@tributary/contracts';
import { notFound } from '@tributary/errors';
import { fromDocument, NEWEST_FIRST, type Session } from '@tributary/mongo';
import { MAX_ACCOUNTS, type PayoutAccount } from '../domain/account.ts';
import type { AccountChange } from '../domain/account-change.ts';
import type { AccountDocument, Collections } from './collections.ts';

/** Fields that documents of earlier releases lack. */
export const accountDefaults = { redirectedAt: null, isBarred: false, removedAt: null };
const accountOf = ({ turns: _turns, ...document }: AccountDocument): PayoutAccount => ({
  ...accountDefaults,
  ...fromDocument<PayoutAccount>(document),
});
const MAX_CHANGES = 500;

/** Accounts that were not removed; older documents lack the field. */
const PRESENT = { removedAt: null };

function required(doc: AccountDocument | null): AccountDocument {
  if (doc === null) throw notFound('not_found', { message: 'There is no such record' });
  return doc;
}

/** One affiliate's accounts. */
const ownAccounts = ({ accounts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** This affiliate's account. @throws not_found, also where it was removed */
    get: async (id: string, affiliateId: string): Promise<PayoutAccount> =>
      accountOf(required(await accounts.findOne({ _id: id, affiliateId, ...PRESENT }, inSession))),

    /** The account, of this affiliate where one is given, removed or not. @throws not_found */
    getWithRemoved: async (id: string, affiliateId?: string): Promise<PayoutAccount> => {
      const owner = affiliateId === undefined ? {} : { affiliateId };
      return accountOf(required(await accounts.findOne({ _id: id, ...owner }, inSession)));
    },

    /** The affiliate's removed account with a destination. */
    findRemoved: async (
      of: Pick<PayoutAccount, 'affiliateId' | 'provider' | 'destination'>,
    ): Promise<PayoutAccount | undefined> => {
      const { affiliateId, provider, destination } = of;
      const same = { affiliateId, provider, destination, removedAt: { $type: 'date' as const } };
      const doc = await accounts.findOne(same, inSession);
      return doc === null ? undefined : accountOf(doc);
    },

    /** Other affiliates that have or had a verified account with this destination, at most so many. */
    listSharing: async (
      { affiliateId, provider, destination }: PayoutAccount,
      limit: number,
    ): Promise<string[]> => {
      const same = { provider, destination, isVerified: true, affiliateId: { $ne: affiliateId } };
      const found = await accounts
        .find(same, { ...inSession, projection: { affiliateId: 1 } })
        .limit(limit)
        .toArray();
      return found.map((one) => one.affiliateId);
    },

    /** An affiliate's accounts, newest first. */
    list: async (affiliateId: string): Promise<PayoutAccount[]> => {
      const query = accounts.find({ affiliateId, ...PRESENT }, inSession).sort(NEWEST_FIRST);
      return (await query.limit(MAX_ACCOUNTS).toArray()).map(accountOf);
    },
  };
};

const accountList = ({ accounts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The accounts of several affiliates, each's newest first. */
    listByAffiliates: async (
      affiliateIds: readonly string[],
    ): Promise<Map<string, PayoutAccount[]>> => {
      const query = accounts.find(
        { affiliateId: { $in: [...affiliateIds] }, ...PRESENT },
        inSession,
      );
      const docs = await query.sort({ affiliateId: 1, createdAt: -1, _id: -1 }).toArray();
      return Map.groupBy(docs.map(accountOf), ({ affiliateId }) => affiliateId);
    },

    /**
     * The next affiliates after `after`, in the order of ids, with a payable account of this frequency. Reads up to
     * `limit` accounts.
     */
    listScheduledAffiliates: async (
      frequency: PayoutAccount['frequency'],
      after: string,
      limit: number,
    ): Promise<{ affiliateIds: string[]; isLast: boolean }> => {
      const payable = { isVerified: true, isActive: true, autoPayoutEnabled: true };
      const docs = await accounts
        .find({ frequency, affiliateId: { $gt: after }, ...payable })
        .project<Pick<AccountDocument, 'affiliateId'>>({ affiliateId: 1 })
        .sort({ affiliateId: 1 })
        .limit(limit)
        .toArray();
      const affiliateIds = [...new Set(docs.map(({ affiliateId }) => affiliateId))];
      return { affiliateIds, isLast: docs.length < limit };
    },

    /** All affiliates' accounts with this destination. */
    listByDestination: async (destination: {
      provider: PayoutProvider;
      destination: string;
    }): Promise<PayoutAccount[]> =>
      (await accounts.find({ ...destination, ...PRESENT }, inSession).toArray()).map(accountOf),

    /**
     * Serializes transactions that decide on an affiliate's payouts by a write to its accounts: concurrent ones
     * conflict, so each sees the decisions before it and the current accounts.
     */
    lockAffiliate: async (affiliateId: string): Promise<void> => {
      await accounts.updateMany({ affiliateId }, { $inc: { turns: 1 } }, inSession);
    },

    /** Inserts or replaces an account. */
    save: async ({ id, ...account }: PayoutAccount): Promise<void> => {
      await accounts.replaceOne({ _id: id }, account, { ...inSession, upsert: true });
    },
  };
};

const changeLog = ({ accountChanges }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Records a change in the account's history. */
    recordChange: async (id: string, change: AccountChange): Promise<void> => {
      await accountChanges.insertOne({ _id: id, ...change }, inSession);
    },

    /** An account's changes, newest first. */
    listChanges: async (accountId: string): Promise<(AccountChange & { id: string })[]> => {
      const query = accountChanges.find({ accountId }).sort({ at: -1, _id: -1 });
      const docs = await query.limit(MAX_CHANGES).toArray();
      return docs.map(({ _id, ...change }) => ({ id: _id, ...change }));
    },
  };
};

export const accountStore = (collections: Collections, session?: Session) => ({
  ...ownAccounts(collections, session),
  ...accountList(collections, session),
  ...changeLog(collections, session),
});
