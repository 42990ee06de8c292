import { type Plan, type Role } from '@tributary/contracts';
import { forbidden } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type EventName } from './event-catalog.ts';
import { type Warning } from './endpoint-health.ts';
import { type Postback } from './postback.ts';

/** A place where somebody wants to be told. */
export interface Endpoint {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerRole: Role;
  /** Of a postback: with its macros. */
  readonly url: string;
  /** Absent where it is a webhook endpoint. */
  readonly postback?: Postback;
  readonly events: readonly EventName[];
  readonly description: string | null;
  readonly active: boolean;
  /** Why it is off, where we switched it off ourselves. */
  readonly switchedOff: 'gone' | 'failing' | null;
  /** What its owner was warned of since he last put it in order. */
  readonly warning?: Warning;
  readonly headers: Readonly<Record<string, string>>;
  /** Sealed. */
  readonly secret: string;
  /** The last characters of the secret, for lists. */
  readonly secretEnd: string;
  /** The secret before the last rotation, as long as it counts. */
  readonly previousSecret: OldSecret | null;
  /** Those before it that count yet, the newest first. */
  readonly earlierSecrets?: readonly OldSecret[];
  readonly createdAt: Date;
  readonly updatedAt: Date | null;
  readonly lastTriggered: Date | null;
  /** Attempts, not deliveries. */
  readonly failureCount: number;
  readonly successCount: number;
  /** Grows with every change that deliveries under way must mind. */
  readonly revision: number;
}

/** A secret that was changed, and counts for a while beside its successors. */
interface OldSecret {
  /** Sealed. */
  readonly secret: string;
  readonly until: Date;
}

type Secrets = Pick<Endpoint, 'secret' | 'previousSecret' | 'earlierSecrets'>;

const ROTATION_OVERLAP_MS = DAY_MS;
/** Each signs every message, so they must not become too many. */
const OLD_SECRETS_AT_MOST = 10;

/**
 * What is kept of the secrets when another takes their place. All that count yet go on counting: who changes
 * twice, or repeats a call that was lost, has receivers that know none of the newer ones.
 */
export const decideRotation = (before: Secrets, now: Date) => ({
  previousSecret: { secret: before.secret, until: new Date(now.getTime() + ROTATION_OVERLAP_MS) },
  earlierSecrets: lasting(before, now).slice(0, OLD_SECRETS_AT_MOST - 1),
});

/** The old secrets that count at a time, sealed, the newest first. */
export const oldSecretsAt = (secrets: Secrets, now: Date): string[] =>
  lasting(secrets, now).map(({ secret }) => secret);

const lasting = ({ previousSecret, earlierSecrets = [] }: Secrets, now: Date): OldSecret[] =>
  [...(previousSecret === null ? [] : [previousSecret]), ...earlierSecrets].filter(
    ({ until }) => until > now,
  );

const endpointLimits: Readonly<Record<Plan, number>> = { free: 0, pro: 10, enterprise: 50 };

interface Holder {
  readonly role: Role;
  readonly plan: Plan;
}

/** Webhooks are a matter of the Pro tier or higher; administrators are not on a tier. */
export function requirePro({ role, plan }: Holder): void {
  if (role === 'admin' || plan !== 'free') return;
  throw forbidden('plan_required', { message: 'Webhooks need the Pro tier or higher' });
}

export const endpointLimit = ({ role, plan }: Holder): number =>
  role === 'admin' ? endpointLimits.enterprise : endpointLimits[plan];

/** A secret with only its last characters readable. */
export const maskedSecret = (secretEnd: string): string => `whsec_${'*'.repeat(12)}${secretEnd}`;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Printable ASCII: no CR, no LF, nothing that ends a header early. */
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

/** What is wrong with an endpoint's own headers; undefined where nothing is. */
export function headersIssue(headers: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `At most ${String(MAX_HEADERS)} headers`;
  const lowered = entries.map(([name]) => name.toLowerCase());
  if (new Set(lowered).size < lowered.length) return 'A header is given twice';
  for (const [name, value] of entries) {
    if (!HEADER_NAME.test(name)) return `${JSON.stringify(name)} is no header name`;
    if (isReserved(name.toLowerCase())) return `${name} is set by us`;
    if (!HEADER_VALUE.test(value)) return `The value of ${name} must be printable ASCII`;
  }
  return undefined;
}

const isReserved = (name: string): boolean =>
  RESERVED.has(name) || name.startsWith('content-') || name.startsWith('x-webhook-');
