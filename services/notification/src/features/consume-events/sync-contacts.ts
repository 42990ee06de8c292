import {
  type InvitationSnapshot,
  type TeamInvitationMail,
  type UserSnapshot,
} from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { type ContactDocument } from '../../store/collections.ts';
import { guestIdOf } from './guest-id.ts';

/** Copies users' addresses. */
export const syncContacts =
  (deps: Pick<Deps, 'contacts'>) =>
  (events: readonly HandledEvent<UserSnapshot>[]): Promise<void> =>
    deps.contacts.upsert(
      events.map(({ id, data }) => ({
        _id: data.userId,
        role: data.role,
        name: data.name,
        email: data.email,
        emailVerified: data.emailVerified ?? false,
        phone: data.phone,
        ...(data.locale === undefined ? {} : { locale: data.locale }),
        isSuspended: data.status === 'suspended',
        version: id,
      })),
    );

/** The contact of a person without an account, until the invitation expires. */
const guestOf = (
  email: string,
  { version, expiresAt }: { readonly version: string; readonly expiresAt: string },
): ContactDocument => ({
  _id: guestIdOf(email),
  role: 'affiliate',
  name: email,
  email,
  phone: null,
  version,
  expiresAt: new Date(expiresAt),
});

/** Copies the addresses of people who are invited to a team. */
export const syncInvitedPeople =
  (deps: Pick<Deps, 'contacts'>) =>
  (events: readonly HandledEvent<TeamInvitationMail>[]): Promise<void> =>
    deps.contacts.upsert(
      events.map(({ id, data: { email, expiresAt } }) =>
        guestOf(email, { version: id, expiresAt }),
      ),
    );

/** Copies the addresses of invited guests until their invitations expire. */
export const syncGuestContacts =
  (deps: Pick<Deps, 'contacts'>) =>
  (events: readonly HandledEvent<InvitationSnapshot>[]): Promise<void> =>
    deps.contacts.upsert(
      events.flatMap(({ id, data: { affiliateId, email, expiresAt } }) =>
        affiliateId !== null || email === null ? [] : [guestOf(email, { version: id, expiresAt })],
      ),
    );
