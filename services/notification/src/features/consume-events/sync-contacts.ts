import { type InvitationSnapshot, type UserSnapshot } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
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
        phone: data.phone,
        isSuspended: data.status === 'suspended',
        version: id,
      })),
    );

/** Copies the addresses of invited guests until their invitations expire. */
export const syncGuestContacts =
  (deps: Pick<Deps, 'contacts'>) =>
  (events: readonly HandledEvent<InvitationSnapshot>[]): Promise<void> =>
    deps.contacts.upsert(
      events.flatMap(({ id, data: { affiliateId, email, expiresAt } }) =>
        affiliateId !== null || email === null
          ? []
          : [
              {
                _id: guestIdOf(email),
                role: 'affiliate' as const,
                name: email,
                email,
                phone: null,
                version: id,
                expiresAt: new Date(expiresAt),
              },
            ],
      ),
    );
