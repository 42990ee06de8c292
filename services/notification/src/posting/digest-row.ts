import { type Plan } from '../domain/notice.ts';
import { type DigestRow } from '../store/collections.ts';

const KEPT_MS = 30 * 86_400_000;
/** A digest goes out a little after its time, when nobody adds to it any more. */
const DIGEST_GRACE_MS = 60_000;

/** The digest that a plan puts a user's notification into. */
export function digestRowOf(userId: string, { channel, digest }: Plan): DigestRow | undefined {
  if (digest === undefined) return undefined;
  return {
    _id: `${userId} ${channel} ${digest.day}`,
    userId,
    status: 'queued',
    dueAt: new Date(digest.at.getTime() + DIGEST_GRACE_MS),
    attempts: 0,
    claim: null,
    expiresAt: new Date(digest.at.getTime() + KEPT_MS),
  };
}
