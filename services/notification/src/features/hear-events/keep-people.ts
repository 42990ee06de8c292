import { type ApplicationSnapshot, type UserSnapshot } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

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
