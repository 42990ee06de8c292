import { Agent, request } from 'undici';
import webPush from 'web-push';
import { openResolver, targetIssue, type TargetPolicy } from '@tributary/egress';
import { DAY_SECONDS } from '@tributary/units';
import { isTemporaryStatus, type SendResult } from '../domain/send-attempt.ts';
import { type PushKeys, pushKeysIssue } from './push-keys.ts';

/** A browser: the URL that its push service assigned to it, and its keys. */
export interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

export interface OutgoingPush {
  readonly payload: string;
  readonly urgency: 'low' | 'normal' | 'high';
  readonly topic: string;
}

/** `gone`: the browser has unsubscribed. */
export type PushResult = SendResult | { readonly kind: 'gone' };

export interface PushSender {
  /** Our VAPID key, base64url; undefined where push is not configured. */
  readonly publicKey: string | undefined;
  /** Why no message may be sent to an endpoint; undefined for a valid endpoint. */
  endpointIssue(endpoint: string): string | undefined;
  /** Why messages cannot be encrypted with the keys; undefined for valid keys. */
  keysIssue(keys: PushKeys): string | undefined;
  /** One attempt. Never throws. */
  send(target: PushTarget, push: OutgoingPush): Promise<PushResult>;
  close(): Promise<void>;
}

interface PushOptions {
  readonly vapid:
    | { readonly publicKey: string; readonly privateKey: string; readonly subject: string }
    | undefined;
  /** Origins exempt from the address check, in development only. */
  readonly trustedOrigins: readonly string[];
}

const TIMEOUT_MS = 10_000;
/** How long a push service stores a message for a device that is offline. */
const TTL_SECONDS = DAY_SECONDS;
const GONE = new Set([404, 410]);

/** Web push: encrypted for the browser (RFC 8291), signed with our key (RFC 8292), to public addresses only. */
export function openPushSender({ vapid, trustedOrigins }: PushOptions): PushSender {
  const policy: TargetPolicy = { allowPrivate: false, trustedOrigins };
  const trustedHosts = trustedOrigins.map((origin) => new URL(origin).hostname);
  const { lookup } = openResolver({ allowPrivate: false, servers: [], trustedHosts });
  const dispatcher = new Agent({ connect: { lookup, timeout: TIMEOUT_MS } });

  const post = async (target: PushTarget, push: OutgoingPush): Promise<PushResult> => {
    if (vapid === undefined) return { kind: 'suppressed', reason: 'push_not_configured' };
    // The rules for endpoints may have changed since the browser subscribed.
    if (targetIssue(target.endpoint, policy) !== undefined) return { kind: 'gone' };
    const { p256dh, auth } = target;
    const subscription = { endpoint: target.endpoint, keys: { p256dh, auth } };
    const details = webPush.generateRequestDetails(subscription, push.payload, {
      vapidDetails: vapid,
      TTL: TTL_SECONDS,
      urgency: push.urgency,
      topic: push.topic,
    });
    const { statusCode, body } = await request(details.endpoint, {
      method: 'POST',
      headers: withoutContentLength(details.headers),
      body: details.body,
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await body.dump();
    return resultOf(statusCode);
  };

  return {
    publicKey: vapid?.publicKey,
    endpointIssue: (endpoint) => targetIssue(endpoint, policy),
    keysIssue: pushKeysIssue,
    send: (target, push) =>
      post(target, push).catch(() => ({ kind: 'temporary_failure', reason: 'push_service_away' })),
    close: () => dispatcher.destroy(),
  };
}

/** undici computes the content length itself. */
const withoutContentLength = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );

function resultOf(status: number): PushResult {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  if (GONE.has(status)) return { kind: 'gone' };
  const kind = isTemporaryStatus(status) ? 'temporary_failure' : 'permanent_failure';
  return { kind, reason: `push_${String(status)}` };
}
