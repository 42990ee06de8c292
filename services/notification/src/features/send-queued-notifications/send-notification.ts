import { tracedUnit } from '@tributary/tracing';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { greetedName } from '../../domain/contact.ts';
import { planDelivery } from '../../domain/delivery-plan.ts';
import { digestIdOf } from '../../domain/digest.ts';
import { ACCOUNT_SUSPENDED, isMandatory } from '../../domain/notice.ts';
import { decideSendOutcome, type SendOutcome, type SendResult } from '../../domain/send-attempt.ts';
import { emailTextsFor } from '../../domain/templates/email.ts';
import { type ContactDocument, type NotificationDocument } from '../../store/collections.ts';
import { emailView } from '../../views/email-view.ts';
import {
  disableBouncedChannel,
  type DisableBouncedChannelDeps,
} from '../../workflows/disable-bounced-channel.ts';
import { refusalOfAddress } from '../../workflows/refusal-of-address.ts';
import { sendPush } from './send-push.ts';

type SendNotificationDeps = DisableBouncedChannelDeps &
  Pick<
    Deps,
    | 'config'
    | 'email'
    | 'mailLimits'
    | 'push'
    | 'pushSubscriptions'
    | 'sites'
    | 'sms'
    | 'unsubscribeLinks'
  >;

/** Sends a claimed notification unless the user's current preferences suppress or defer it. */
export async function sendNotification(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  contact: ContactDocument | undefined,
): Promise<SendOutcome> {
  const outcome = (await replan(deps, row)) ?? (await attempt(deps, row, contact));
  logOutcome(deps, row, outcome);
  return outcome;
}

/** The outcome for a notification that is not sent now; undefined for one to send. */
async function replan(
  deps: SendNotificationDeps,
  row: NotificationDocument,
): Promise<SendOutcome | undefined> {
  const preferences = await deps.preferences.get(row.userId);
  const now = deps.clock.now();
  const plan = planDelivery(row.channel, row, preferences, now);
  const { status, dueAt, digestAt, reason = null } = plan;
  if (dueAt !== null && dueAt <= now) return undefined;
  const outcome = { status, attempts: row.attempts, dueAt, sentAt: null, reason };
  if (digestAt === undefined) return outcome;
  const digest = { userId: row.userId, channel: row.channel, at: digestAt };
  await deps.digests.insertNew([digest]);
  return { ...outcome, digestId: digestIdOf(digest) };
}

async function attempt(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  contact: ContactDocument | undefined,
): Promise<SendOutcome> {
  const { _id: id, channel, correlationId } = row;
  const span = { name: `send ${channel}`, kind: 'client', parent: row.traceparent ?? '' } as const;
  const result = await tracedUnit(correlationId, span, () => send(deps, row, contact));
  const isOwnAddress = row.to === undefined || row.to === contact?.email;
  if (contact !== undefined && isOwnAddress && (channel === 'email' || channel === 'sms')) {
    await disableBouncedChannel(deps, contact, { id, channel, correlationId }, result);
  }
  const baseMs = deps.config.NOTIFICATION_RETRY_BASE_SECONDS * SECOND_MS;
  return decideSendOutcome(row.attempts, result, baseMs, deps.clock.now());
}

async function send(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  contact: ContactDocument | undefined,
): Promise<SendResult> {
  if (row.to !== undefined) return sendSecretEmail(deps, row, row.to, contact);
  // The event with the user's address may arrive later.
  if (contact === undefined) return { kind: 'temporary_failure', reason: 'no_contact' };
  if (contact.isSuspended === true && !isMandatory(row)) {
    return { kind: 'suppressed', reason: ACCOUNT_SUSPENDED };
  }
  if (row.channel === 'push') return sendPush(deps, row);
  return row.channel === 'sms' ? sendSms(deps, row, contact) : sendEmail(deps, row, contact);
}

/** In the language of the notification, as it was written. */
const frameOf = ({ config, sites }: SendNotificationDeps, { locale }: NotificationDocument) => ({
  sites,
  texts: emailTextsFor(locale ?? config.NOTIFICATION_LANGUAGE),
});

/** Without the user's name, because the address may be a stranger's. */
async function sendSecretEmail(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  to: string,
  contact: ContactDocument | undefined,
): Promise<SendResult> {
  const isProved = contact?.emailVerified === true && contact.email === to;
  const refusal = await firstRefusal(deps, row, { to, isProved });
  if (refusal !== undefined) return refusal;
  const view = emailView(row, frameOf(deps, row));
  return deps.email.send({ ...view, to, messageId: messageIdOf(row) });
}

/** A repeated attempt was counted before. */
const firstRefusal = (
  deps: SendNotificationDeps,
  { type, linkPurpose, attempts }: NotificationDocument,
  address: { readonly to: string; readonly isProved: boolean },
): Promise<SendResult | undefined> =>
  attempts > 0
    ? Promise.resolve(undefined)
    : refusalOfAddress(deps, { type, linkPurpose, ...address });

const messageIdOf = ({ _id }: NotificationDocument): string => `<${_id}@notifications.tributary>`;

async function sendEmail(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  contact: ContactDocument,
): Promise<SendResult> {
  const { _id: userId, email: to, bouncedEmail } = contact;
  if (bouncedEmail === to) return { kind: 'suppressed', reason: 'email_bounced' };
  const isProved = contact.emailVerified === true;
  const refusal = await firstRefusal(deps, row, { to, isProved });
  if (refusal !== undefined) return refusal;
  const unsubscribeUrl = isMandatory(row) ? undefined : deps.unsubscribeLinks.urlFor(userId);
  const name = greetedName(contact);
  const view = emailView(row, { ...frameOf(deps, row), name, unsubscribeUrl });
  return deps.email.send({ ...view, to, messageId: messageIdOf(row), unsubscribeUrl });
}

async function sendSms(
  deps: SendNotificationDeps,
  row: NotificationDocument,
  contact: ContactDocument,
): Promise<SendResult> {
  const { phone, bouncedPhone } = contact;
  if (phone === null) return { kind: 'suppressed', reason: 'no_phone' };
  if (bouncedPhone === phone) return { kind: 'suppressed', reason: 'sms_bounced' };
  return deps.sms.send({ to: phone, text: `${row.title}. ${row.message}` });
}

function logOutcome(
  { log }: SendNotificationDeps,
  row: NotificationDocument,
  { status, attempts, reason }: SendOutcome,
): void {
  const { _id: notificationId, channel, type, correlationId } = row;
  const facts = { channel, type, status, attempts, reason, correlation_id: correlationId };
  const level = status === 'sent' ? 'debug' : 'info';
  log[level]({ ...facts, notificationId }, 'processed a queued notification');
}
