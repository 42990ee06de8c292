import { setTimeout as pause } from 'node:timers/promises';
import {
  BlockedAddressError,
  hostOf,
  isAddress,
  isTrusted,
  type Resolver,
  targetIssue,
  type TargetPolicy,
} from '@tributary/egress';
import { invalidFields } from '@tributary/errors';

/** Refuses a URL that webhooks may not go to; `field` is its name in the request. */
export type CheckTarget = (url: string, field: string) => Promise<void>;

const RESOLVE_AT_MOST_MS = 2_000;

/**
 * Checks the URL's text, and where its name leads to just now. A name that does not resolve (yet) is
 * accepted: every delivery checks again, and that is the check that counts.
 */
export const checkTargetWith =
  (resolver: Resolver, policy: TargetPolicy): CheckTarget =>
  async (url, field) => {
    const issue = targetIssue(url, policy);
    if (issue !== undefined) throw refusal(field, issue);
    const parsed = new URL(url);
    const host = hostOf(parsed);
    if (policy.allowPrivate || isTrusted(parsed, policy) || isAddress(host)) return;
    if (await leadsInside(resolver, host)) {
      throw refusal(field, 'Must not lead to a private or reserved address');
    }
  };

const refusal = (field: string, message: string) =>
  invalidFields([{ path: field, message }], 'invalid_url');

async function leadsInside(resolver: Resolver, host: string): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(RESOLVE_AT_MOST_MS, false, { signal: timer.signal }).catch(() => false);
  const answer = resolver.resolve(host).then(
    () => false,
    (error: unknown) => error instanceof BlockedAddressError,
  );
  const inside = await Promise.race([answer, late]);
  timer.abort();
  return inside;
}
