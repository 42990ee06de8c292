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

/** Refuses a URL that must not be called; `field` is its name in the request. */
export type CheckTarget = (url: string, field: string) => Promise<void>;

const RESOLVE_TIMEOUT_MS = 2_000;

/**
 * Checks the text of a URL and the addresses that its host resolves to. A host that does not resolve yet
 * is accepted, because every delivery checks the addresses again.
 */
export const targetCheck =
  (resolver: Resolver, policy: TargetPolicy): CheckTarget =>
  async (url, field) => {
    const issue = targetIssue(url, policy);
    if (issue !== undefined) throw refusal(field, issue);
    const parsed = new URL(url);
    const host = hostOf(parsed);
    if (policy.allowPrivate || isTrusted(parsed, policy) || isAddress(host)) return;
    if (await resolvesToBlocked(resolver, host)) {
      throw refusal(field, 'Must not resolve to a private or reserved address');
    }
  };

const refusal = (field: string, message: string) =>
  invalidFields([{ path: field, message }], 'invalid_url');

async function resolvesToBlocked(resolver: Resolver, host: string): Promise<boolean> {
  const timer = new AbortController();
  const timedOut = pause(RESOLVE_TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
  const isBlocked = resolver.resolve(host).then(
    () => false,
    (error: unknown) => error instanceof BlockedAddressError,
  );
  const result = await Promise.race([isBlocked, timedOut]);
  timer.abort();
  return result;
}
