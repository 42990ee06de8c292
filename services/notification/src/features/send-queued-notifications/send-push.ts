import { type Deps } from '../../deps.ts';
import { pageOf } from '../../domain/action-link.ts';
import { type PushResult } from '../../clients/push-sender.ts';
import { type SendResult } from '../../domain/send-attempt.ts';
import { type NotificationDocument } from '../../store/collections.ts';
import { pushPayload, topicOf, urgencyOf } from '../../views/push-message.ts';

/**
 * Sends a notification to all of a user's browsers. One success is enough; a retry repeats the topic and
 * the id, by which a browser drops a repeated message. Deletes the subscriptions that are gone.
 */
export async function sendPush(
  deps: Pick<Deps, 'push' | 'pushSubscriptions' | 'sites'>,
  row: NotificationDocument,
): Promise<SendResult> {
  const subscriptions = await deps.pushSubscriptions.list(row.userId);
  const { _id: id, type, title, message, actionLabel } = row;
  const url = pageOf(row.actionUrl, deps.sites);
  const push = {
    payload: pushPayload({
      id,
      type,
      title,
      message,
      url,
      label: url === null ? null : actionLabel,
    }),
    urgency: urgencyOf(row.priority),
    topic: topicOf(id),
  };
  const results = await Promise.all(
    subscriptions.map((subscription) => deps.push.send(subscription, push)),
  );
  const gone = subscriptions.filter((_subscription, index) => results[index]?.kind === 'gone');
  await deps.pushSubscriptions.deleteMany(gone.map(({ _id }) => _id));
  return bestOf(results);
}

const BEST_FIRST = ['sent', 'temporary_failure', 'permanent_failure', 'suppressed'] as const;

/** The best result; suppressed where all subscriptions are gone. */
function bestOf(results: readonly PushResult[]): SendResult {
  const remaining = results.filter((result) => result.kind !== 'gone');
  const best = BEST_FIRST.map((kind) => remaining.find((result) => result.kind === kind)).find(
    (result) => result !== undefined,
  );
  return best ?? { kind: 'suppressed', reason: 'no_push_subscription' };
}
