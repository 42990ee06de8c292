import { notFound } from '@tributary/errors';
import type { PayoutProvider } from '@tributary/contracts';
import { MAX_ACCOUNTS, type PayoutAccount } from '../domain/account.ts';
import type { AccountChange } from '../domain/account-change.ts';
import type { AccountDoc, Collections, Session } from './collections.ts';

// Documents of before these fields were there have none.
const added = { redirectedAt: null, isBarred: false };
const accountOf = ({ _id, turns: _turns, ...rest }: AccountDoc): PayoutAccount => ({
  ...added,
  ...rest,
  id: _id,
});
const MAX_CHANGES = 500;

const accountList = ({ accounts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** The account, of this affiliate where one is given. @throws not_found */
    get: async (id: string, affiliateId?: string): Promise<PayoutAccount> => {
      const owner = affiliateId === undefined ? {} : { affiliateId };
      const doc = await accounts.findOne({ _id: id, ...owner }, inSession);
      if (doc === null) throw notFound('not_found', { message: 'There is no such payout account' });
      return accountOf(doc);
    },

    /** An affiliate's accounts, newest first. */
    list: async (affiliateId: string): Promise<PayoutAccount[]> => {
      const query = accounts.find({ affiliateId }, inSession).sort({ createdAt: -1, _id: -1 });
      return (await query.limit(MAX_ACCOUNTS).toArray()).map(accountOf);
    },

    /** The accounts of several affiliates, each's newest first. */
    listByAffiliates: async (
      affiliateIds: readonly string[],
    ): Promise<Map<string, PayoutAccount[]>> => {
      const query = accounts.find({ affiliateId: { $in: [...affiliateIds] } }, inSession);
      const docs = await query.sort({ affiliateId: 1, createdAt: -1, _id: -1 }).toArray();
      return Map.groupBy(docs.map(accountOf), ({ affiliateId }) => affiliateId);
    },

    /**
     * The next affiliates after `after`, in order, who have an account that is paid at this frequency. Up to
     * `limit` accounts are looked at.
     */
    listScheduledAffiliates: async (
      frequency: PayoutAccount['frequency'],
      after: string,
      limit: number,
    ): Promise<{ affiliateIds: string[]; isLast: boolean }> => {
      const payable = { isVerified: true, isActive: true, autoPayoutEnabled: true };
      const docs = await accounts
        .find({ frequency, affiliateId: { $gt: after }, ...payable })
        .project<Pick<AccountDoc, 'affiliateId'>>({ affiliateId: 1 })
        .sort({ affiliateId: 1 })
        .limit(limit)
        .toArray();
      const affiliateIds = [...new Set(docs.map(({ affiliateId }) => affiliateId))];
      return { affiliateIds, isLast: docs.length < limit };
    },

    /** The accounts, of whoever, that name this destination. */
    listByDestination: async (destination: {
      provider: PayoutProvider;
      destination: string;
    }): Promise<PayoutAccount[]> => (await accounts.find(destination).toArray()).map(accountOf),

    /**
     * Lets transactions that decide on an affiliate's payouts take effect one after the other: each sees
     * what those before it decided, and none counts on an account that changes meanwhile.
     */
    lockAffiliate: async (affiliateId: string): Promise<void> => {
      await accounts.updateMany({ affiliateId }, { $inc: { turns: 1 } }, inSession);
    },

    /** Saves an account, or a new one. */
    save: async ({ id, ...account }: PayoutAccount): Promise<void> => {
      await accounts.replaceOne({ _id: id }, account, { ...inSession, upsert: true });
    },
  };
};

const changeLog = ({ accountChanges }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Writes down a change. */
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
  ...accountList(collections, session),
  ...changeLog(collections, session),
});
