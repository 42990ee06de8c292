import {
  accountMailRequested,
  memberAdded,
  memberInvited,
  memberRemoved,
  memberRoleChanged,
  userCredentialsChanged,
  userEmailVerified,
  userRegistered,
  userSignedIn,
  type UserSnapshot,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { type EventName } from '../event-catalog.ts';
import { type PublicEvent, publicEvent, translation, notPublished } from './translation.ts';

/** The account without its contact data: an endpoint has no need of them. */
const userData = (user: UserSnapshot): Record<string, unknown> => ({
  [`${user.role}_id`]: user.userId,
  name: user.name,
  company: user.company,
  country: user.country,
  status: user.status,
  registered_at: user.registeredAt,
});

const about = (name: EventName | undefined, user: UserSnapshot): PublicEvent[] =>
  name === undefined ? [] : [publicEvent(name, [user.userId], userData(user))];

const registered = { affiliate: 'affiliate.registered', brand: 'brand.registered' } as const;

const byStatus = {
  affiliate: {
    verified: 'affiliate.verified',
    suspended: 'affiliate.suspended',
    active: 'affiliate.activated',
  },
  brand: { verified: 'brand.verified', suspended: 'brand.suspended', active: undefined },
} as const;

const teamIsPrivate =
  'the team is the account’s own affair, and the contract names no event for it';

export const userTranslations = [
  notPublished(memberInvited, 'it contains a secret'),
  notPublished(memberAdded, teamIsPrivate),
  notPublished(memberRoleChanged, teamIsPrivate),
  notPublished(memberRemoved, teamIsPrivate),
  translation(userRegistered, (user) =>
    user.role === 'admin' ? [] : about(registered[user.role], user),
  ),
  translation(userUpdated, (user) =>
    user.role === 'affiliate' ? about('affiliate.profile.updated', user) : [],
  ),
  translation(userStatusChanged, (user) =>
    user.role === 'admin' ? [] : about(byStatus[user.role][user.status], user),
  ),
  notPublished(userSignedIn, 'it is for fraud scoring; the contract names no event for it'),
  notPublished(userEmailVerified, 'the contract names no event for it'),
  notPublished(accountMailRequested, 'it contains a secret'),
  notPublished(userCredentialsChanged, 'user.updated publishes the change of the profile'),
];
