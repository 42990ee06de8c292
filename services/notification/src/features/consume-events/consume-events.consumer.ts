import {
  affiliateLeft,
  applicationApproved,
  type EventType,
  invitationMade,
  memberAdded,
  memberInvited,
  memberRemoved,
  userCredentialsChanged,
  userEmailVerified,
  userRegistered,
  userStatusChanged,
  userSuspensionRestated,
  userUpdated,
} from '@tributary/contracts';
import { batchConsumer, type Consumer, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { triggers } from '../../domain/triggers/table.ts';
import { notifyUsers } from './notify-users.ts';
import { syncContacts, syncGuestContacts, syncInvitedPeople } from './sync-contacts.ts';
import { syncMembers } from './sync-members.ts';
import { addTeamMembers, removeTeamMembers } from './sync-team-members.ts';

type Handle = (events: readonly HandledEvent[]) => Promise<void>;

/** The events that update copies of other services' records. */
function copyUpdates(deps: Deps): ReadonlyMap<EventType, Handle> {
  const entries = <Data>(
    types: readonly EventType<Data>[],
    handle: (events: readonly HandledEvent<Data>[]) => Promise<void>,
  ) => types.map((type) => [type, handle] as unknown as readonly [EventType, Handle]);
  return new Map([
    ...entries([userRegistered, userUpdated, userEmailVerified], syncContacts(deps)),
    ...entries([userStatusChanged], syncContacts(deps)),
    ...entries([userSuspensionRestated], syncContacts(deps)),
    ...entries([userCredentialsChanged], syncContacts(deps)),
    ...entries([invitationMade], syncGuestContacts(deps)),
    ...entries([memberInvited], syncInvitedPeople(deps)),
    ...entries([memberAdded], addTeamMembers(deps)),
    ...entries([memberRemoved], removeTeamMembers(deps)),
    ...entries([applicationApproved, affiliateLeft], syncMembers(deps)),
  ]);
}

/** A consumer for each event that updates a copy, notifies users, or both. */
export function consumeEventsConsumers(deps: Deps): Consumer[] {
  const updates = copyUpdates(deps);
  const notifying = new Map(
    triggers
      .filter(({ silentBecause }) => silentBecause === undefined)
      .map((trigger) => [trigger.eventType, notifyUsers(deps, trigger)]),
  );
  return [...new Set([...updates.keys(), ...notifying.keys()])].map((eventType) =>
    batchConsumer(eventType, async (events) => {
      // The copies first, because the notifications are sent to the addresses in them.
      await updates.get(eventType)?.(events);
      await notifying.get(eventType)?.(events);
    }),
  );
}
