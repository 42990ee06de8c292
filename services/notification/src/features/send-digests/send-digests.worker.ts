import { openWorkErrorReport, worker } from '@tributary/service';
import { createWakeSignal, drain } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { digestIdOf, type DigestPlan, planDigest } from '../../domain/digest.ts';
import { ACCOUNT_SUSPENDED } from '../../domain/notice.ts';
import { typesOf } from '../../domain/notification.ts';
import { categoriesOff, CATEGORY_DISABLED, type Preferences } from '../../domain/preferences.ts';
import { LEASE_MS } from '../../domain/send-attempt.ts';
import { type DigestDocument } from '../../store/collections.ts';
import { sendDigest } from './send-digest.ts';

const NAME = 'send-digests';

/** Sends due daily and weekly digests as the users' current preferences allow. */
export const sendDigestsWorker = (deps: Deps) =>
  worker({
    name: NAME,
    everyMs: 0,
    run: async (signal) => {
      await drain<DigestDocument>({
        queue: { claim: deps.digests.claim },
        run: (digest) => processDigest(deps, digest),
        concurrency: 1,
        leaseMs: LEASE_MS,
        pollMs: deps.config.NOTIFICATION_DIGEST_EVERY_MS,
        wake: createWakeSignal(),
        signal,
        onError: openWorkErrorReport(deps, NAME, 'work failed'),
      });
      return false;
    },
  });

async function processDigest(deps: Deps, digest: DigestDocument): Promise<void> {
  const now = deps.clock.now();
  const preferences = await deps.preferences.get(digest.userId);
  const contact = await deps.contacts.find(digest.userId);
  if (contact?.isSuspended === true) {
    await suppress(deps, digest, ACCOUNT_SUSPENDED);
    return;
  }
  const plan = planDigest(digest.at ?? now, preferences, now);
  if (plan.kind === 'defer') await deps.digests.defer(digest, plan.until);
  else if (plan.kind === 'merge') await merge(deps, digest, plan);
  else if (plan.kind === 'suppress') await suppress(deps, digest, plan.reason);
  else await send(deps, digest, preferences);
}

async function send(deps: Deps, digest: DigestDocument, preferences: Preferences): Promise<void> {
  // The user may have switched categories off since they were collected.
  const off = typesOf(categoriesOff('email', preferences));
  if (off.length > 0) await deps.sendQueue.suppressTypes(digest._id, off, CATEGORY_DISABLED);
  // The notifications' outcomes are saved before the digest's, so that a crash sends nothing twice.
  await deps.digests.saveOutcome(digest, await sendDigest(deps, digest, preferences));
}

/** In an order that survives a crash: each notification always belongs to an existing digest. */
async function merge(
  deps: Deps,
  digest: DigestDocument,
  { digestAt, reason }: DigestPlan & { kind: 'merge' },
): Promise<void> {
  const target = { userId: digest.userId, channel: 'email', at: digestAt } as const;
  await deps.digests.insertNew([target]);
  await deps.sendQueue.moveToDigest(digest._id, { digestId: digestIdOf(target), reason });
  await deps.digests.delete(digest);
}

async function suppress(deps: Deps, digest: DigestDocument, reason: string): Promise<void> {
  const { attempts } = digest;
  const outcome = { status: 'suppressed', attempts, dueAt: null, sentAt: null, reason } as const;
  await deps.sendQueue.saveDigestOutcome(digest._id, outcome);
  await deps.digests.saveOutcome(digest, outcome);
}
