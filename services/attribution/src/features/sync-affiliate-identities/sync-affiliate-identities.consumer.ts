import {
  mailboxOf,
  payoutDestinationShared,
  userCredentialsChanged,
  userEmailVerified,
  userRegistered,
  userSignedIn,
  type UserSnapshot,
  userStatusChanged,
  userSuspensionRestated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { checkAccountsAgain } from '../../workflows/check-accounts.ts';

/**
 * Affiliates' mailboxes, payout destinations and addresses, which reveal own orders and accounts of one person. Accounts
 * that applied to brands are checked again with what is new.
 */
export const syncAffiliateIdentitiesConsumers = (deps: Deps) => {
  const { identities, hashes } = deps;
  const checkAgain = checkAccountsAgain(deps);
  const addMailbox = async (user: UserSnapshot, at: Date): Promise<void> => {
    const { userId, role, email, emailVerified = false } = user;
    const hash = hashes.hashMailbox(mailboxOf(email));
    if (role !== 'affiliate' || hash === null) return;
    await identities.addMailbox(userId, hash, emailVerified, at);
    await checkAgain([userId]);
  };
  const setStatus = async ({ userId, role, status }: UserSnapshot, at: Date): Promise<void> => {
    if (role !== 'affiliate') return;
    await identities.setSuspended(userId, status === 'suspended', at);
    await checkAgain([userId]);
  };
  return [
    consumer(userRegistered, ({ data, occurredAt }) => addMailbox(data, occurredAt)),
    consumer(userEmailVerified, ({ data, occurredAt }) => addMailbox(data, occurredAt)),
    consumer(userCredentialsChanged, ({ data, occurredAt }) => addMailbox(data, occurredAt)),
    consumer(userStatusChanged, ({ data, occurredAt }) => setStatus(data, occurredAt)),
    consumer(userSuspensionRestated, ({ data, occurredAt }) => setStatus(data, occurredAt)),
    consumer(payoutDestinationShared, async ({ data: { affiliateId, sharedWith }, occurredAt }) => {
      await identities.addPartners(affiliateId, sharedWith, occurredAt);
      await checkAgain([affiliateId]);
    }),
    consumer(userSignedIn, async ({ data: { userId, ip }, occurredAt }) => {
      const isNew = await identities.addAddress(userId, ip, occurredAt);
      if (isNew) await checkAgain([userId]);
    }),
  ];
};
