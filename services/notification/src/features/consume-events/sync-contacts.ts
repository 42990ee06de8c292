import {
  type ApplicationSnapshot,
  type InvitationSnapshot,
  type UserSnapshot,
} from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { guestIdOf } from './guest-id.ts';

/** Keeps where users can be reached. */
export const keepContacts =
  (deps: Deps) =>
  (events: readonly HandledEvent<UserSnapshot>[]): Promise<void> =>
    deps.people.keepContacts(
      events.map(({ id, data }) => ({
        _id: data.userId,
        role: data.role,
        name: data.name,
        email: data.email,
        phone: data.phone,
        version: id,
      })),
    );

/** Keeps the addresses of who is invited and has no account, as long as the invitation holds. */
export const keepGuests =
  (deps: Deps) =>
  (events: readonly HandledEvent<InvitationSnapshot>[]): Promise<void> =>
    deps.people.keepContacts(
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

/** Keeps who is in which campaign. */
export const keepMembers =
  (deps: Deps) =>
  (events: readonly HandledEvent<ApplicationSnapshot>[]): Promise<void> =>
    deps.people.keepMembers(
      events.map(({ id, data }) => ({
        _id: `${data.campaignId} ${data.affiliateId}`,
        campaignId: data.campaignId,
        affiliateId: data.affiliateId,
        campaignName: data.campaignName,
        active: data.status === 'approved',
        version: id,
      })),
    );
