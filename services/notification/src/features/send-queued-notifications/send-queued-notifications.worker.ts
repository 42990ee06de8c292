import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '@tributary/context';
import { isDatabaseUnavailable } from '@tributary/mongo';
import { createBatcher, worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { digestIdOf } from '../../domain/digest.ts';
import { emailOf } from '../../views/email-view.ts';
import { isUnstoppable, planChannel } from '../../domain/notice.ts';
import { type AfterSending, decideAfterSending, type SendResult } from '../../domain/send-attempt.ts';
import { type ContactRow, type NotificationRow } from '../../store/collections.ts';
import { type SendRecord } from '../../store/notification-store.ts';
import { sendPush } from './send-push.ts';
import { switchOffChannel } from '../../workflows/disable-bounced-channel.ts';
import { unsubscribeUrlOf } from '../../sending/unsubscribe-url.ts';

/** Claimed at a time. */
const BATCH = 200;
/**
 * After so long without a record a claimed one is due again: its sender must have died. Nothing is
 * begun in the second half of it.
 */
const LEASE_MS = 120_000;
const LOOK_EVERY_MS = 500;
const SAVE_PAUSE_MS = 500;
/** More than the connections, so that these are never idle between two e-mails. */
const PER_CONNECTION = 2;

/**
 * Sends queued e-mails and text messages, a bounded number side by side. Each is sent at least once;
 * only a crash between sending and recording repeats one, so no slot sends another before that.
 */
export const sendQueuedWorker = (deps: Deps) =>
  worker({
    name: 'send-queued',
    everyMs: 0,
    run: async (signal) => {
      signal.addEventListener('abort', deps.queueNudge.ring, { once: true });
      while (!signal.aborted) {
        const found = await sendSome(deps, signal);
        if (!found) await deps.queueNudge.wait(LOOK_EVERY_MS);
      }
      return false;
    },
  });

async function sendSome(deps: Deps, signal: AbortSignal): Promise<boolean> {
  const now = deps.clock.now();
  const claim = deps.newId();
  const until = new Date(now.getTime() + LEASE_MS);
  const rows = await deps.notifications.claimDue(BATCH, { claim, until }, now);
  if (rows.length === 0) return false;
  const contacts = await deps.people.listContacts([...new Set(rows.map(({ userId }) => userId))]);
  const left = rows.values();
  const begun = new Set<string>();
  const records = createBatcher<SendRecord, undefined>({
    maxItems: BATCH,
    maxWaiting: BATCH,
    run: async (gathered) => {
      await save(deps, claim, gathered);
      return [];
    },
  });
  const stopAt = performance.now() + LEASE_MS / 2;
  const width = deps.config.SMTP_CONNECTIONS * PER_CONNECTION;
  const slots = Array.from({ length: width }, async () => {
    for (const row of left) {
      if (signal.aborted || performance.now() > stopAt) return;
      begun.add(row._id);
      const after =
        (await holdBack(deps, row)) ?? (await sendOne(deps, row, contacts.get(row.userId)));
      note(deps, row, after);
      await records.add({ id: row._id, after });
    }
  });
  const ended = await Promise.allSettled(slots);
  const unbegun = rows.map(({ _id }) => _id).filter((id) => !begun.has(id));
  await deps.notifications.giveBack(claim, unbegun, deps.clock.now());
  for (const slot of ended) if (slot.status === 'rejected') throw slot.reason;
  return true;
}

/** Sits out an outage of the database: what was sent should be known to have been sent. */
async function save(deps: Deps, claim: string, records: readonly SendRecord[]): Promise<void> {
  const until = performance.now() + LEASE_MS / 4;
  for (;;) {
    try {
      await deps.notifications.saveSent(claim, records);
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > until) throw error;
      await pause(SAVE_PAUSE_MS);
    }
  }
}

const baseMs = ({ config }: Deps): number => config.NOTIFICATION_RETRY_BASE_SECONDS * 1000;

/**
 * What becomes of a row that is not sent now after all: since it was queued, the user may have
 * unsubscribed, or have other quiet hours. Undefined where it is sent.
 */
async function holdBack(deps: Deps, row: NotificationRow): Promise<AfterSending | undefined> {
  const preferences = await deps.people.getPreferences(row.userId);
  const now = deps.clock.now();
  const plan = planChannel(row.channel, row, preferences, now);
  const { status, dueAt, digestAt, reason = null } = plan;
  if (dueAt !== null && dueAt <= now) return undefined;
  const held = { status, attempts: row.attempts, dueAt, sentAt: null, reason };
  if (digestAt === undefined) return held;
  const digest = { userId: row.userId, channel: row.channel, at: digestAt };
  await deps.digests.addNew([digest]);
  return { ...held, digestId: digestIdOf(digest) };
}

async function sendOne(
  deps: Deps,
  row: NotificationRow,
  contact: ContactRow | undefined,
): Promise<AfterSending> {
  const result = await tryOnce(deps, row, contact);
  await noteBounce(deps, row, { contact, result });
  return decideAfterSending(row.attempts, result, baseMs(deps), deps.clock.now());
}

const tryOnce = (
  deps: Deps,
  row: NotificationRow,
  contact: ContactRow | undefined,
): Promise<SendResult> =>
  runWithContext({ correlationId: row.correlationId }, async (): Promise<SendResult> => {
    // The account's own event may still be on its way.
    if (contact === undefined) return { kind: 'unsent', reason: 'no_contact' };
    if (row.channel === 'push') return sendPush(deps, row);
    return row.channel === 'sms' ? sendText(deps, row, contact) : sendEmail(deps, row, contact);
  });

function sendEmail(deps: Deps, row: NotificationRow, contact: ContactRow): Promise<SendResult> {
  const { _id: userId, name, email: to, bouncedEmail } = contact;
  if (bouncedEmail === to) return Promise.resolve({ kind: 'suppressed', reason: 'email_bounced' });
  const unsubscribeUrl = isUnstoppable(row) ? undefined : unsubscribeUrlOf(deps, userId);
  const words = deps.texts.emailWords;
  const email = emailOf(row, { name, publicUrl: deps.config.publicUrl, unsubscribeUrl, words });
  return deps.email.send({ ...email, to, messageId: messageIdOf(row._id), unsubscribeUrl });
}

const messageIdOf = (id: string): string => `<${id}@notifications.tributary>`;

function sendText(deps: Deps, row: NotificationRow, contact: ContactRow): Promise<SendResult> {
  const { phone, bouncedPhone } = contact;
  if (phone === null) return Promise.resolve({ kind: 'suppressed', reason: 'no_phone' });
  if (bouncedPhone === phone) return Promise.resolve({ kind: 'suppressed', reason: 'sms_bounced' });
  return deps.sms.send({ to: phone, text: `${row.title}. ${row.message}` });
}

interface Outcome {
  readonly contact: ContactRow | undefined;
  readonly result: SendResult;
}

/** Nothing goes to an address again at which there is nobody. */
async function noteBounce(
  deps: Deps,
  row: NotificationRow,
  { contact, result }: Outcome,
): Promise<void> {
  const { _id: causeId, channel, correlationId } = row;
  if (contact === undefined || result.kind !== 'refused' || result.isHardBounce !== true) return;
  if (channel !== 'email' && channel !== 'sms') return;
  await switchOffChannel(deps, contact, { causeId, channel, correlationId });
}

function note(deps: Deps, row: NotificationRow, after: AfterSending): void {
  const { status, attempts, reason } = after;
  const { channel, type, correlationId } = row;
  const facts = { channel, type, status, attempts, reason, correlation_id: correlationId };
  const level = status === 'sent' ? 'debug' : 'info';
  deps.log[level]({ ...facts, notificationId: row._id }, 'notification sent out');
}
