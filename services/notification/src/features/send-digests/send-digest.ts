import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { greetedName } from '../../domain/contact.ts';
import { decideSendOutcome, type SendOutcome, type SendResult } from '../../domain/send-attempt.ts';
import { type Preferences } from '../../domain/preferences.ts';
import { type EmailTexts, emailTextsFor } from '../../domain/templates/email.ts';
import { type DigestDocument, type NotificationDocument } from '../../store/collections.ts';
import { digestView } from '../../views/email-view.ts';
import {
  disableBouncedChannel,
  type DisableBouncedChannelDeps,
} from '../../workflows/disable-bounced-channel.ts';
import { refusalOfAddress } from '../../workflows/refusal-of-address.ts';

type SendDigestDeps = DisableBouncedChannelDeps &
  Pick<Deps, 'config' | 'email' | 'mailLimits' | 'sendQueue' | 'sites' | 'unsubscribeLinks'>;

/** Notifications in one e-mail; the others follow in another e-mail. */
const MAX_NOTIFICATIONS = 200;

/** Sends one e-mail of a claimed digest. Returns the digest's outcome: due at once while notifications remain. */
export async function sendDigest(
  deps: SendDigestDeps,
  digest: DigestDocument,
  { locale }: Pick<Preferences, 'locale'>,
): Promise<SendOutcome> {
  const found = await deps.sendQueue.listOfDigest(digest._id, MAX_NOTIFICATIONS + 1);
  const included = found.slice(0, MAX_NOTIFICATIONS);
  const hasMore = found.length > included.length;
  const texts = emailTextsFor(locale ?? deps.config.NOTIFICATION_LANGUAGE);
  const result = await sendEmail(deps, digest.userId, included, { hasMore, texts });
  const baseMs = deps.config.NOTIFICATION_RETRY_BASE_SECONDS * SECOND_MS;
  const outcome = decideSendOutcome(digest.attempts, result, baseMs, deps.clock.now());
  if (outcome.status === 'sent') {
    const ids = included.map(({ _id }) => _id);
    await deps.sendQueue.saveDigestOutcome(digest._id, outcome, ids);
    return withRemaining(deps, digest._id, outcome);
  }
  if (outcome.status !== 'queued') await deps.sendQueue.saveDigestOutcome(digest._id, outcome);
  return outcome;
}

async function withRemaining(
  deps: SendDigestDeps,
  digestId: string,
  outcome: SendOutcome,
): Promise<SendOutcome> {
  const [next] = await deps.sendQueue.listOfDigest(digestId, 1);
  if (next === undefined) return outcome;
  return { ...outcome, status: 'queued', attempts: 0, dueAt: deps.clock.now() };
}

async function sendEmail(
  deps: SendDigestDeps,
  userId: string,
  rows: readonly NotificationDocument[],
  { hasMore, texts }: { readonly hasMore: boolean; readonly texts: EmailTexts },
): Promise<SendResult> {
  const [first] = rows;
  if (first === undefined) return { kind: 'sent' };
  const contact = await deps.contacts.find(userId);
  if (contact === undefined) return { kind: 'temporary_failure', reason: 'no_contact' };
  const { email: to } = contact;
  const name = greetedName(contact);
  const isProved = contact.emailVerified === true;
  const refusal = await refusalOfAddress(deps, { type: first.type, to, isProved });
  if (refusal !== undefined) return refusal;
  const unsubscribeUrl = deps.unsubscribeLinks.urlFor(userId);
  const frame = { name, sites: deps.sites, unsubscribeUrl, texts };
  const messageId = `<digest.${first._id}@notifications.tributary>`;
  const view = digestView(rows, frame, hasMore);
  const result = await deps.email.send({ ...view, to, messageId, unsubscribeUrl });
  const { _id: id, correlationId } = first;
  await disableBouncedChannel(deps, contact, { id, channel: 'email', correlationId }, result);
  return result;
}
