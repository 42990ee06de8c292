import {
  affiliateLeft,
  applicationApproved,
  type EventType,
  invitationMade,
  userCredentialsChanged,
  userRegistered,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { batchConsumer, type Consumer, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { triggers } from '../../domain/triggers/table.ts';
import { keepContacts, keepGuests, keepMembers } from './sync-contacts.ts';
import { notifyUsers } from './notify-users.ts';

type Handle = (events: readonly HandledEvent[]) => Promise<void>;

/** What is kept of events, besides telling of them. */
function keepers(deps: Deps): ReadonlyMap<EventType, Handle> {
  const kept = <Data>(
    types: readonly EventType<Data>[],
    keep: (events: readonly HandledEvent<Data>[]) => Promise<void>,
  ) => types.map((type) => [type, keep] as unknown as readonly [EventType, Handle]);
  return new Map([
    ...kept([userRegistered, userUpdated], keepContacts(deps)),
    ...kept([userStatusChanged], keepContacts(deps)),
    ...kept([userCredentialsChanged], keepContacts(deps)),
    ...kept([invitationMade], keepGuests(deps)),
    ...kept([applicationApproved, affiliateLeft], keepMembers(deps)),
  ]);
}

/** A consumer for each event that is kept, told of, or both. */
export function hearEventsConsumers(deps: Deps): Consumer[] {
  const keep = keepers(deps);
  return triggers
    .filter(({ silentBecause, eventType }) => silentBecause === undefined || keep.has(eventType))
    .map((trigger) => {
      const notify = notifyUsers(deps, trigger);
      return batchConsumer(trigger.eventType, async (events) => {
        await keep.get(trigger.eventType)?.(events);
        await notify(events);
      });
    });
}
