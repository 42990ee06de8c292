import { type Plan, type Role } from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type EventName } from './event-catalog.ts';
import { type Warning } from './endpoint-health.ts';
import { type Postback } from './postback.ts';

/** Webhook endpoints get signed JSON; postbacks are a partner's URLs with macros. */
export type EndpointKind = 'webhook' | 'postback';

/** A URL that its owner registered for a list of events. */
export interface Endpoint {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerRole: Role;
  /** A postback's URL contains its macros. */
  readonly url: string;
  /** Absent on a webhook endpoint. */
  readonly postback?: Postback;
  readonly events: readonly EventName[];
  readonly description: string | null;
  readonly active: boolean;
  /** The owner's account is suspended: messages wait until it is reinstated, except those about it. */
  readonly isSuspended?: boolean;
  /** Why the platform switched the endpoint off; null if its owner did, or if it is on. */
  readonly switchedOff: 'gone' | 'failing' | null;
  /** The last warning to the owner since the endpoint was last switched on or given a new URL. */
  readonly warning?: Warning;
  readonly headers: Readonly<Record<string, string>>;
  /** Encrypted. */
  readonly secret: string;
  /** The last characters of the secret, shown in lists. */
  readonly secretEnd: string;
  /** The secret before the last rotation. */
  readonly previousSecret: OldSecret | null;
  /** Earlier secrets that had not expired at the last rotation, the newest first. */
  readonly earlierSecrets?: readonly OldSecret[];
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly lastTriggered: Date | null;
  /** Counts attempts, not deliveries. */
  readonly failureCount: number;
  readonly successCount: number;
  /** Grows with every change to the URL, the secret or another setting that deliveries depend on. */
  readonly revision: number;
}

/** A rotated secret, which signs beside its successors until it expires. */
export interface OldSecret {
  /** Encrypted. */
  readonly secret: string;
  readonly until: Date;
}

type Secrets = Pick<Endpoint, 'secret' | 'previousSecret' | 'earlierSecrets'>;

const ROTATION_OVERLAP_MS = DAY_MS;
/** Limited because every old secret signs every message. */
const MAX_OLD_SECRETS = 10;

/**
 * The old secrets after a rotation. All unexpired ones stay: an owner who rotates twice, or repeats a
 * call whose response was lost, has receivers that know none of the newer secrets.
 */
export const decideRotation = (before: Secrets, now: Date) => ({
  previousSecret: { secret: before.secret, until: new Date(now.getTime() + ROTATION_OVERLAP_MS) },
  earlierSecrets: unexpired(before, now).slice(0, MAX_OLD_SECRETS - 1),
});

/** The encrypted old secrets that are unexpired at a time, the newest first. */
export const oldSecretsAt = (secrets: Secrets, now: Date): string[] =>
  unexpired(secrets, now).map(({ secret }) => secret);

const unexpired = ({ previousSecret, earlierSecrets = [] }: Secrets, now: Date): OldSecret[] =>
  [...(previousSecret === null ? [] : [previousSecret]), ...earlierSecrets].filter(
    ({ until }) => until > now,
  );

const endpointLimits: Readonly<Record<Plan, number>> = { free: 0, pro: 10, enterprise: 50 };

/** The messages that a suspended owner gets: they are about the suspension. */
const sentWhileSuspended: ReadonlySet<EventName> = new Set([
  'affiliate.suspended',
  'brand.suspended',
]);

/** Whether a message waits until its owner's account is reinstated. */
export const isHeldBack = (endpoint: Pick<Endpoint, 'isSuspended'>, event: EventName): boolean =>
  endpoint.isSuspended === true && !sentWhileSuspended.has(event);

interface Account {
  readonly role: Role;
  readonly plan: Plan;
}

/** Refuses accounts below the Pro tier; administrators have no tier. */
export function requirePro({ role, plan }: Account): void {
  if (role === 'admin' || plan !== 'free') return;
  throw forbidden('plan_required', {
    message:
      'Webhooks need the Pro tier or higher; a new plan counts from the next token on, so sign in again or refresh',
  });
}

export const endpointLimit = ({ role, plan }: Account): number =>
  role === 'admin' ? endpointLimits.enterprise : endpointLimits[plan];

const SECRET_END = 4;

/** The characters of a secret that stay readable in its masked form. */
export const secretEndOf = (secret: string): string => secret.slice(-SECRET_END);

export const maskedSecret = (secretEnd: string): string => `whsec_${'*'.repeat(12)}${secretEnd}`;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable ASCII, so without CR and LF, which could inject a header. */
const HEADER_VALUE = /^[\x20-\x7e]{0,1000}$/;
const RESERVED = new Set([
  'host',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'trailers',
  'transfer-encoding',
  'upgrade',
  'expect',
  'webhook-id',
  'webhook-timestamp',
  'webhook-signature',
]);
const MAX_HEADERS = 20;

/** The problem with the custom headers of an endpoint; undefined for none. */
export function headersIssue(headers: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `At most ${String(MAX_HEADERS)} headers`;
  const lowered = entries.map(([name]) => name.toLowerCase());
  if (new Set(lowered).size < lowered.length) return 'A header is repeated';
  for (const [name, value] of entries) {
    if (!HEADER_NAME.test(name)) return `${JSON.stringify(name)} is not a header name`;
    if (isReserved(name.toLowerCase())) return `${name} is reserved`;
    if (!HEADER_VALUE.test(value)) return `The value of ${name} must be printable ASCII`;
  }
  return undefined;
}

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || name.startsWith('content-') || name.startsWith('x-webhook-');
