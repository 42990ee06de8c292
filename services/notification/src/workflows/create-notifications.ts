import { derivedId } from '@tributary/mongo';
import { storedTraceparent } from '@tributary/tracing';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type DeliveryPlan, planDeliveries } from '../domain/delivery-plan.ts';
import { type Digest, digestIdOf } from '../domain/digest.ts';
import { type Content, type Notice } from '../domain/notice.ts';
import { categoryOf } from '../domain/notification.ts';
import { defaultPreferences, type Preferences } from '../domain/preferences.ts';
import { formatsFor } from '../domain/templates/formats.ts';
import { type NotificationDocument } from '../store/collections.ts';

/** A notice for one user, and its cause. */
export interface NotificationRequest {
  readonly userId: string;
  /** The id of the event or the request. A repeated cause creates no second notification. */
  readonly causeId: string;
  readonly correlationId: string;
  readonly notice: Notice;
}

export type CreateNotificationsDeps = Pick<
  Deps,
  'clock' | 'config' | 'digests' | 'notifications' | 'preferences' | 'pubsub' | 'sendQueueWake'
>;

const RETENTION_MS = 180 * DAY_MS;

/**
 * Creates notifications as the users' preferences allow: shown in the product, queued, or suppressed.
 * Idempotent for the same causes. Returns the ids, in the order of the requests and, within one, of its
 * channels.
 */
export const createNotifications =
  (deps: CreateNotificationsDeps) =>
  async (requests: readonly NotificationRequest[]): Promise<string[]> => {
    if (requests.length === 0) return [];
    const userIds = [...new Set(requests.map(({ userId }) => userId))];
    const preferencesOf = await deps.preferences.list(userIds);
    const now = deps.clock.now();
    const planned = requests.flatMap((request) => {
      const preferences = preferencesOf.get(request.userId) ?? defaultPreferences;
      const plans = planDeliveries(request.notice, preferences, now);
      const primary = primaryOf(plans);
      const written = writtenFor(deps, request.notice, preferences);
      return plans.map((plan) => ({ request, plan, written, isCopy: plan !== primary }));
    });
    // Digests first: a notification whose digest does not exist would never be sent.
    await deps.digests.insertNew(planned.flatMap(digestsOf));
    // Streams read only a short span again, so `createdAt` must be close to the insert.
    const createdAt = deps.clock.now();
    const rows = planned.map((notification) => rowOf(notification, createdAt));
    await deps.notifications.insertNew(rows);
    deps.sendQueueWake.notify();
    const streamed = rows.filter(
      ({ channel, status }) => channel === 'in_app' && status === 'sent',
    );
    deps.pubsub.publish([...new Set(streamed.map(({ userId }) => userId))]);
    return rows.map(({ _id }) => _id);
  };

interface PlannedNotification {
  readonly request: NotificationRequest;
  readonly plan: DeliveryPlan;
  readonly written: Written;
  readonly isCopy: boolean;
}

/** A notice in the language of its recipient. */
type Written = Required<Content> & { readonly locale: string };

function writtenFor(
  { config }: Pick<Deps, 'config'>,
  notice: Notice,
  preferences: Preferences,
): Written {
  const locale = preferences.locale ?? notice.locale ?? config.NOTIFICATION_LANGUAGE;
  const content = notice.text(formatsFor(locale, preferences.quietHoursTimezone));
  return { actionUrl: null, actionLabel: null, ...content, locale };
}

/** The delivery that counts as unread: the one in the product, otherwise the first that is sent. */
const primaryOf = (plans: readonly DeliveryPlan[]): DeliveryPlan | undefined => {
  const delivered = plans.filter(({ status }) => status !== 'suppressed');
  return delivered.find(({ channel }) => channel === 'in_app') ?? delivered[0];
};

/** The digest that includes the notification; empty for notifications that are sent singly. */
const digestsOf = ({
  request: { userId },
  plan: { channel, digestAt },
}: PlannedNotification): Digest[] =>
  digestAt === undefined ? [] : [{ userId, channel, at: digestAt }];

function rowOf(planned: PlannedNotification, createdAt: Date): NotificationDocument {
  const { request, plan, written, isCopy } = planned;
  const { notice, userId, causeId, correlationId } = request;
  const [digest] = digestsOf(planned);
  const reason = plan.reason === undefined ? {} : { reason: plan.reason };
  return {
    _id: derivedId(causeId, `${userId} ${notice.type} ${plan.channel}`),
    userId,
    type: notice.type,
    channel: plan.channel,
    ...written,
    priority: notice.priority,
    status: plan.status,
    entityType: notice.entityType,
    entityId: notice.entityId,
    metadata: { category: categoryOf(notice.type), ...reason },
    isCopy,
    ...(notice.to === undefined ? {} : { to: notice.to }),
    ...(notice.linkPurpose === undefined ? {} : { linkPurpose: notice.linkPurpose }),
    readAt: null,
    createdAt,
    sentAt: plan.status === 'sent' ? createdAt : null,
    // No list shows a secret e-mail.
    removedAt: notice.to === undefined ? null : createdAt,
    dueAt: plan.dueAt,
    attempts: 0,
    claim: null,
    digestId: digest === undefined ? null : digestIdOf(digest),
    correlationId,
    ...storedTraceparent(correlationId),
    expiresAt: new Date(createdAt.getTime() + RETENTION_MS),
  };
}
