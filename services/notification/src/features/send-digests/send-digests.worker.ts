import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { digestOf } from '../../domain/email.ts';
import { decideAfterSending, type SendResult } from '../../domain/sending.ts';
import { switchOffChannel } from '../../sending/switch-off-channel.ts';
import { unsubscribeUrlOf } from '../../sending/unsubscribe-url.ts';
import { type DigestRow } from '../../store/collections.ts';

const LEASE_MS = 120_000;
const LOOK_EVERY_MS = 5_000;
/** Notifications named in one digest at most. */
const NAMED_AT_MOST = 200;

/** Sends the daily and weekly digests that are due, one e-mail for each user and day. */
export const sendDigestsWorker = (deps: Deps) =>
  worker({
    name: 'send-digests',
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      const now = deps.clock.now();
      const claim = deps.newId();
      const until = new Date(now.getTime() + LEASE_MS);
      const digest = await deps.digests.claimDue({ claim, until }, now);
      if (digest === undefined) return false;
      const result = await sendDigest(deps, digest);
      const baseMs = deps.config.NOTIFICATION_RETRY_BASE_SECONDS * 1000;
      const after = decideAfterSending(digest.attempts, result, baseMs, deps.clock.now());
      // Its notifications first: a crash in between repeats the digest's end, not the digest.
      if (after.status !== 'queued') await deps.notifications.saveDigested(digest._id, after);
      await deps.digests.saveSent(digest._id, claim, after);
      return true;
    },
  });

async function sendDigest(deps: Deps, digest: DigestRow): Promise<SendResult> {
  const notices = await deps.notifications.listOfDigest(digest._id, NAMED_AT_MOST);
  const [first] = notices;
  if (first === undefined) return { kind: 'sent' };
  const contact = await deps.people.findContact(digest.userId);
  if (contact === undefined) return { kind: 'unsent', reason: 'no_contact' };
  const { _id: userId, name, email: to } = contact;
  if (contact.bouncedEmail === to) return { kind: 'suppressed', reason: 'email_bounced' };
  const unsubscribeUrl = unsubscribeUrlOf(deps, userId);
  const email = digestOf(notices, { name, publicUrl: deps.config.publicUrl, unsubscribeUrl });
  const messageId = `<${digest._id.replaceAll(' ', '.')}@notifications.tributary>`;
  const result = await deps.email.send({ ...email, to, messageId, unsubscribeUrl });
  const { _id: causeId, correlationId } = first;
  if (result.kind === 'refused' && result.isHardBounce === true) {
    await switchOffChannel(deps, contact, { causeId, channel: 'email', correlationId });
  }
  return result;
}
