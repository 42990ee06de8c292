import { type Deps } from '../../deps.ts';
import { pushPayload, topicOf, urgencyOf } from '../../views/push-message.ts';
import { type SendResult } from '../../domain/send-attempt.ts';
import { type PushResult } from '../../clients/push-sender.ts';
import { type NotificationRow } from '../../store/collections.ts';

/**
 * Sends a notification to all of a user's browsers. It is sent when one of them took it; the topic
 * and the id in it tell a browser that was reached before. Subscriptions that are gone are dropped.
 */
export async function sendPush(deps: Deps, row: NotificationRow): Promise<SendResult> {
  const targets = await deps.subscriptions.listOf(row.userId);
  const { _id: id, type, title, message, actionUrl } = row;
  const push = {
    payload: pushPayload({ id, type, title, message, url: actionUrl }),
    urgency: urgencyOf(row.priority),
    topic: topicOf(id),
  };
  const results = await Promise.all(targets.map((target) => deps.push.send(target, push)));
  const gone = targets.filter((_target, index) => results[index]?.kind === 'gone');
  await deps.subscriptions.drop(gone.map(({ _id }) => _id));
  return joined(results);
}

/** The best of several results; none but gone ones means that there is nobody to send to. */
function joined(results: readonly PushResult[]): SendResult {
  const left = results.filter((result) => result.kind !== 'gone');
  const byWorth = (['sent', 'unsent', 'refused', 'suppressed'] as const).map((kind) =>
    left.find((result) => result.kind === kind),
  );
  const best = byWorth.find((result) => result !== undefined);
  return best ?? { kind: 'suppressed', reason: 'no_push_subscription' };
}
