import { notFound } from '@tributary/errors';
import type { PayoutProvider } from '@tributary/contracts';
import type { PayoutAccount } from '../domain/account.ts';
import type { AccountDoc, Collections, Session } from './collections.ts';

const accountOf = ({ _id, ...rest }: AccountDoc): PayoutAccount => ({ id: _id, ...rest });
const MAX_ACCOUNTS = 50;

export const accountStore = ({ accounts }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    insert: async ({ id, ...account }: PayoutAccount): Promise<void> => {
      await accounts.insertOne({ _id: id, ...account }, inSession);
    },

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

    save: async ({ id, ...account }: PayoutAccount): Promise<void> => {
      await accounts.replaceOne({ _id: id }, account, inSession);
    },

    /** Makes this the only default one of its affiliate. */
    makeDefault: async (id: string, affiliateId: string): Promise<void> => {
      await accounts.updateMany(
        { affiliateId, _id: { $ne: id } },
        { $set: { isDefault: false } },
        inSession,
      );
      await accounts.updateOne({ _id: id }, { $set: { isDefault: true } }, inSession);
    },

    /** Whether a provider's destination may be paid to, as the provider says; for all who named it. */
    setVerified: async (
      destination: { provider: PayoutProvider; destination: string },
      isVerified: boolean,
    ): Promise<void> => {
      await accounts.updateMany(destination, { $set: { isVerified } }, inSession);
    },
  };
};
