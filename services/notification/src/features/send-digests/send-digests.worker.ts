import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { digestIdOf, type DigestPlan, planDigest } from '../../domain/digest.ts';
import { digestOf } from '../../views/email-view.ts';
import { type AfterSending, decideAfterSending, type SendResult } from '../../domain/send-attempt.ts';
import { switchOffChannel } from '../../workflows/disable-bounced-channel.ts';
import { unsubscribeUrlOf } from '../../sending/unsubscribe-url.ts';
import { type DigestRow, type NotificationRow } from '../../store/collections.ts';

const LEASE_MS = 120_000;
/** Notifications named in one e-mail at most; what is beyond follows in another one. */
const NAMED_AT_MOST = 200;

/** Sends the daily and weekly digests that are due, as far as they are still wanted. */
export const sendDigestsWorker = (deps: Deps) =>
  worker({
    name: 'send-digests',
    everyMs: deps.config.NOTIFICATION_DIGEST_EVERY_MS,
    run: async () => {
      const now = deps.clock.now();
      const claim = deps.newId();
      const until = new Date(now.getTime() + LEASE_MS);
      const digest = await deps.digests.claimDue({ claim, until }, now);
      if (digest === undefined) return false;
      const preferences = await deps.people.getPreferences(digest.userId);
      const plan = planDigest(digest.at ?? now, preferences, now);
      if (plan.kind === 'wait') await deps.digests.defer(digest._id, claim, plan.until);
      else if (plan.kind === 'join') await join(deps, { digest, claim }, plan);
      else if (plan.kind === 'suppress') await suppress(deps, { digest, claim }, plan.reason);
      else await sendPart(deps, { digest, claim });
      return true;
    },
  });

interface Claimed {
  readonly digest: DigestRow;
  readonly claim: string;
}

/** In an order that can break off anywhere: what it holds is always in one that will be sent. */
async function join(
  deps: Deps,
  { digest, claim }: Claimed,
  { digestAt, reason }: DigestPlan & { kind: 'join' },
): Promise<void> {
  const other = { userId: digest.userId, channel: 'email', at: digestAt } as const;
  await deps.digests.addNew([other]);
  await deps.notifications.moveDigested(digest._id, { digestId: digestIdOf(other), reason });
  await deps.digests.remove(digest._id, claim);
}

async function suppress(deps: Deps, { digest, claim }: Claimed, reason: string): Promise<void> {
  const { attempts } = digest;
  const after = { status: 'suppressed', attempts, dueAt: null, sentAt: null, reason } as const;
  await deps.notifications.saveDigested(digest._id, after);
  await deps.digests.saveSent(digest._id, claim, after);
}

/** Sends what is in it, up to a limit; what is left is due at once. */
async function sendPart(deps: Deps, { digest, claim }: Claimed): Promise<void> {
  const found = await deps.notifications.listOfDigest(digest._id, NAMED_AT_MOST + 1);
  const named = found.slice(0, NAMED_AT_MOST);
  const result = await sendNamed(deps, { digest, named, hasMore: found.length > named.length });
  const baseMs = deps.config.NOTIFICATION_RETRY_BASE_SECONDS * 1000;
  const after = decideAfterSending(digest.attempts, result, baseMs, deps.clock.now());
  // Its notifications first: a crash in between repeats the digest's end, not the digest.
  if (after.status === 'sent') {
    const ids = named.map(({ _id }) => _id);
    await deps.notifications.saveDigested(digest._id, after, ids);
  } else if (after.status !== 'queued') {
    await deps.notifications.saveDigested(digest._id, after);
  }
  await deps.digests.saveSent(digest._id, claim, await withRest(deps, digest, after));
}

/** A digest is sent when nothing in it waits any more. */
async function withRest(deps: Deps, digest: DigestRow, after: AfterSending): Promise<AfterSending> {
  if (after.status !== 'sent') return after;
  const [left] = await deps.notifications.listOfDigest(digest._id, 1);
  return left === undefined
    ? after
    : { ...after, status: 'queued', attempts: 0, dueAt: deps.clock.now() };
}

interface Part {
  readonly digest: DigestRow;
  readonly named: readonly NotificationRow[];
  readonly hasMore: boolean;
}

async function sendNamed(deps: Deps, { digest, named, hasMore }: Part): Promise<SendResult> {
  const [first] = named;
  if (first === undefined) return { kind: 'sent' };
  const contact = await deps.people.findContact(digest.userId);
  if (contact === undefined) return { kind: 'unsent', reason: 'no_contact' };
  const { _id: userId, name, email: to } = contact;
  const unsubscribeUrl = unsubscribeUrlOf(deps, userId);
  const words = deps.texts.emailWords;
  const addressee = { name, publicUrl: deps.config.publicUrl, unsubscribeUrl, words };
  const email = digestOf(named, addressee, hasMore);
  const messageId = `<digest.${first._id}@notifications.tributary>`;
  const result = await deps.email.send({ ...email, to, messageId, unsubscribeUrl });
  const { _id: causeId, correlationId } = first;
  if (result.kind === 'refused' && result.isHardBounce === true) {
    await switchOffChannel(deps, contact, { causeId, channel: 'email', correlationId });
  }
  return result;
}
