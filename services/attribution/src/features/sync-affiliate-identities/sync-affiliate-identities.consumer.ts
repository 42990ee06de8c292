import {
  mailboxOf,
  payoutDestinationShared,
  userCredentialsChanged,
  userRegistered,
  userSignedIn,
  type UserSnapshot,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Affiliates' mailboxes, payout destinations and addresses, which reveal own orders and accounts of one person. */
export const syncAffiliateIdentitiesConsumers = ({ identities, hashes }: Deps) => {
  const addMailbox = async ({ userId, role, email }: UserSnapshot, at: Date): Promise<void> => {
    const hash = hashes.hashMailbox(mailboxOf(email));
    if (role === 'affiliate' && hash !== null) await identities.addMailbox(userId, hash, at);
  };
  return [
    consumer(userRegistered, ({ data, occurredAt }) => addMailbox(data, occurredAt)),
    consumer(userCredentialsChanged, ({ data, occurredAt }) => addMailbox(data, occurredAt)),
    consumer(payoutDestinationShared, ({ data: { affiliateId, sharedWith }, occurredAt }) =>
      identities.addPartners(affiliateId, sharedWith, occurredAt),
    ),
    consumer(userSignedIn, ({ data, occurredAt }) =>
      identities.addAddress(data.userId, data.ip, occurredAt),
    ),
  ];
};
