import { type UserSnapshot } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import {
  callerFor,
  type NotificationBody,
  type NotificationUnderTest,
} from './start-notification.ts';

/** Waits until a user has `count` notifications over a channel, and none of them is queued. */
export const waitForSent = (
  notification: NotificationUnderTest,
  user: UserSnapshot,
  channel: string,
  count = 1,
): Promise<NotificationBody[]> =>
  eventually(async () => {
    const all = await notification.list(callerFor(user));
    const found = all.filter((one) => one.channel === channel);
    const isDone = found.length >= count && found.every(({ status }) => status !== 'queued');
    return isDone ? found : undefined;
  });

/** The user's preferences as the API returns them. */
export const preferencesOf = async (
  notification: NotificationUnderTest,
  user: UserSnapshot,
): Promise<Record<string, unknown>> =>
  (await notification.call('GET', '/api/notifications/preferences', callerFor(user)))
    .body as unknown as Record<string, unknown>;
