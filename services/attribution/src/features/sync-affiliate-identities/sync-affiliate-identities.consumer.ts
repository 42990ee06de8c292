import {
  mailboxOf,
  userCredentialsChanged,
  userRegistered,
  userSignedIn,
  type UserSnapshot,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { mailboxHash } from '../../clients/keyed-hashes.ts';
import { type Deps } from '../../deps.ts';

/** Who affiliates are, as far as it shows that one orders from itself. */
export const syncAffiliateIdentitiesConsumers = ({ people, config }: Deps) => {
  const keepMailbox = async ({ userId, role, email }: UserSnapshot, at: Date): Promise<void> => {
    const hash = mailboxHash(config.EMAIL_PEPPER, mailboxOf(email));
    if (role === 'affiliate' && hash !== null) await people.addMailbox(userId, hash, at);
  };
  return [
    consumer(userRegistered, ({ data, occurredAt }) => keepMailbox(data, occurredAt)),
    consumer(userCredentialsChanged, ({ data, occurredAt }) => keepMailbox(data, occurredAt)),
    consumer(userSignedIn, ({ data, occurredAt }) =>
      people.addAddress(data.userId, data.ip, occurredAt),
    ),
  ];
};
