import { worker } from '@tributary/service';
import { MINUTE_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';
import { digestIdOf, type DigestPlan, planDigest } from '../../domain/digest.ts';
import { type DigestRow } from '../../store/collections.ts';
import { sendDigest } from './send-digest.ts';

const LEASE_MS = 2 * MINUTE_MS;

/** Sends due daily and weekly digests as the users' current preferences allow. */
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
      const preferences = await deps.preferences.get(digest.userId);
      const plan = planDigest(digest.at ?? now, preferences, now);
      await applyPlan(deps, { digest, claim }, plan);
      return true;
    },
  });

interface ClaimedDigest {
  readonly digest: DigestRow;
  readonly claim: string;
}

async function applyPlan(deps: Deps, claimed: ClaimedDigest, plan: DigestPlan): Promise<void> {
  const { digest, claim } = claimed;
  if (plan.kind === 'defer') await deps.digests.defer(digest._id, claim, plan.until);
  else if (plan.kind === 'merge') await merge(deps, claimed, plan);
  else if (plan.kind === 'suppress') await suppress(deps, claimed, plan.reason);
  // The notifications' outcomes are saved before the digest's, so that a crash sends nothing twice.
  else await deps.digests.saveOutcome(digest._id, claim, await sendDigest(deps, digest));
}

/** In an order that survives a crash: each notification always belongs to an existing digest. */
async function merge(
  deps: Deps,
  { digest, claim }: ClaimedDigest,
  { digestAt, reason }: DigestPlan & { kind: 'merge' },
): Promise<void> {
  const target = { userId: digest.userId, channel: 'email', at: digestAt } as const;
  await deps.digests.insertNew([target]);
  await deps.sendQueue.moveToDigest(digest._id, { digestId: digestIdOf(target), reason });
  await deps.digests.delete(digest._id, claim);
}

async function suppress(
  deps: Deps,
  { digest, claim }: ClaimedDigest,
  reason: string,
): Promise<void> {
  const { attempts } = digest;
  const outcome = { status: 'suppressed', attempts, dueAt: null, sentAt: null, reason } as const;
  await deps.sendQueue.saveDigestOutcome(digest._id, outcome);
  await deps.digests.saveOutcome(digest._id, claim, outcome);
}
