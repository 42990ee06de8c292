import { type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import {
  type Trigger,
  type TriggerContext,
  type TriggeredNotice,
} from '../../domain/triggers/trigger.ts';
import {
  createNotifications,
  type CreateNotificationsDeps,
  type NotificationRequest,
} from '../../workflows/create-notifications.ts';
import { guestIdOf } from './guest-id.ts';

type NotifyUsersDeps = CreateNotificationsDeps & Pick<Deps, 'contacts' | 'members'>;

/** Notification requests in one batch, and members of a campaign in one page. */
const BATCH_SIZE = 500;

/** Creates the notifications that events trigger. Idempotent for the same events. */
export const notifyUsers =
  (deps: NotifyUsersDeps, trigger: Trigger) =>
  async (events: readonly HandledEvent[]): Promise<void> => {
    const context = await contextFor(deps, trigger, events);
    const requests: NotificationRequest[] = [];
    for (const event of events) {
      for (const notice of trigger.noticesFor(event.data, context)) {
        const { recipients } = notice;
        if ('membersOf' in recipients) {
          await notifyMembers(deps, event, notice, recipients.membersOf);
        } else {
          const userIds =
            'guestEmail' in recipients ? [guestIdOf(recipients.guestEmail)] : recipients;
          requests.push(...userIds.map((userId) => requestOf(event, notice, userId)));
        }
      }
    }
    for (let start = 0; start < requests.length; start += BATCH_SIZE) {
      await createNotifications(deps)(requests.slice(start, start + BATCH_SIZE));
    }
  };

async function notifyMembers(
  deps: NotifyUsersDeps,
  event: HandledEvent,
  notice: TriggeredNotice,
  campaignId: string,
): Promise<void> {
  for await (const userIds of deps.members.pages(campaignId, BATCH_SIZE)) {
    await createNotifications(deps)(userIds.map((userId) => requestOf(event, notice, userId)));
  }
}

const requestOf = (
  event: HandledEvent,
  { recipients: _recipients, ...notice }: TriggeredNotice,
  userId: string,
): NotificationRequest => ({
  userId,
  causeId: event.id,
  correlationId: event.correlationId,
  notice,
});

const keyOf = (campaignId: string, affiliateId: string): string => `${campaignId} ${affiliateId}`;

async function contextFor(
  { contacts, members, preferences }: NotifyUsersDeps,
  trigger: Trigger,
  events: readonly HandledEvent[],
): Promise<TriggerContext> {
  const keys = events
    .flatMap(({ data }) => trigger.memberships(data))
    .map(({ campaignId, affiliateId }) => keyOf(campaignId, affiliateId));
  const authors = events.flatMap(({ data }) => trigger.authors(data));
  const names = await listedBy(keys, members.listCampaignNames);
  const contactOf = await listedBy(authors, contacts.list);
  const preferencesOf = await listedBy(authors, preferences.list);
  return {
    campaignNameOf: (campaignId, affiliateId) => names.get(keyOf(campaignId, affiliateId)),
    isProved: (userId) => contactOf.get(userId)?.emailVerified === true,
    localeOf: (userId) => {
      const locale = preferencesOf.get(userId)?.locale ?? null;
      return locale === null ? {} : { locale };
    },
  };
}

/** Lists records by their distinct keys; without keys there is nothing to read. */
const listedBy = <Listed>(
  keys: readonly string[],
  list: (keys: readonly string[]) => Promise<Map<string, Listed>>,
): Promise<Map<string, Listed>> =>
  keys.length === 0 ? Promise.resolve(new Map<string, Listed>()) : list([...new Set(keys)]);
