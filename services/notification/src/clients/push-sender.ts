import { Agent, request } from 'undici';
import webPush from 'web-push';
import { openResolver, targetIssue, type TargetPolicy } from '@tributary/egress';
import { DAY_SECONDS } from '@tributary/units';
import { type PushKeys } from '../domain/push-message.ts';
import { mayPass, type SendResult } from '../domain/sending.ts';
import { type PushKeys } from '../views/push-message.ts';
import { mayPass, type SendResult } from '../domain/send-attempt.ts';

/** Where a browser is reached: its push service's URL for it, and its keys. */
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
  /** The key by which browsers know us (VAPID), base64url; undefined where push is not configured. */
  readonly publicKey: string | undefined;
  /** Why no message may go to a subscription's URL; undefined where it may. */
  endpointIssue(endpoint: string): string | undefined;
  /** One try. Never throws. */
  send(target: PushTarget, push: OutgoingPush): Promise<PushResult>;
  close(): Promise<void>;
}

interface PushOptions {
  readonly vapid:
    | { readonly publicKey: string; readonly privateKey: string; readonly subject: string }
    | undefined;
  /** Development only: origins that are not checked, such as the sandbox's. */
  readonly trustedOrigins: readonly string[];
}

const TIMEOUT_MS = 10_000;
/** How long a push service keeps a message for a device that is off. */
const KEPT_SECONDS = DAY_SECONDS;
const GONE = new Set([404, 410]);

/** Web push: encrypted for the browser (RFC 8291), signed as us (RFC 8292), to public addresses only. */
export function openPushSender({ vapid, trustedOrigins }: PushOptions): PushSender {
  const policy: TargetPolicy = { allowPrivate: false, trustedOrigins };
  const trustedHosts = trustedOrigins.map((origin) => new URL(origin).hostname);
  const { lookup } = openResolver({ allowPrivate: false, servers: [], trustedHosts });
  const dispatcher = new Agent({ connect: { lookup, timeout: TIMEOUT_MS } });

  const post = async (target: PushTarget, push: OutgoingPush): Promise<PushResult> => {
    if (vapid === undefined) return { kind: 'suppressed', reason: 'push_not_configured' };
    // By the time it is sent, the URL may be judged otherwise than when it was registered.
    if (targetIssue(target.endpoint, policy) !== undefined) return { kind: 'gone' };
    const { p256dh, auth } = target;
    const subscription = { endpoint: target.endpoint, keys: { p256dh, auth } };
    const details = webPush.generateRequestDetails(subscription, push.payload, {
      vapidDetails: vapid,
      TTL: KEPT_SECONDS,
      urgency: push.urgency,
      topic: push.topic,
    });
    const { statusCode, body } = await request(details.endpoint, {
      method: 'POST',
      headers: lengthLess(details.headers),
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
    send: (target, push) =>
      post(target, push).catch(() => ({ kind: 'unsent', reason: 'push_service_away' })),
    close: () => dispatcher.destroy(),
  };
}

/** undici counts the body itself. */
const lengthLess = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );

function resultOf(status: number): PushResult {
  if (status >= 200 && status <= 299) return { kind: 'sent' };
  if (GONE.has(status)) return { kind: 'gone' };
  return { kind: mayPass(status) ? 'unsent' : 'refused', reason: `push_${String(status)}` };
}
