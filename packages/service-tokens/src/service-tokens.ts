import { type KeyObject, sign, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { unauthenticated } from '@tributary/errors';
import { type ServiceId } from '@tributary/catalog';
import { parsePrivateKey, parsePublicKeys, type PublicKeys } from './service-keys.ts';

/** The HTTP header and gRPC metadata key that carries a service token. */
export const SERVICE_TOKEN_HEADER = 'x-tributary-service-token';

/** Which service this process is, and the keys by which services recognise each other. */
export interface ServiceIdentity {
  readonly service: ServiceId;
  readonly privateKey: KeyObject;
  readonly publicKeys: PublicKeys;
  /** False accepts calls without a token, while a system that has none is updated. */
  readonly required: boolean;
}

export interface ServiceTokens {
  /** A token for calls to `audience`. */
  tokenFor(audience: ServiceId): string;
  /**
   * The service that a token for this one was issued to; undefined where there is no token and none
   * is required. @throws unauthenticated service_token_required, invalid_service_token
   */
  callerOf(token: unknown): ServiceId | undefined;
}

interface Claims {
  readonly iss: ServiceId;
  readonly aud: ServiceId;
  /** Seconds. */
  readonly iat: number;
  readonly exp: number;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The only header that is accepted, so that a caller cannot choose the algorithm. */
const HEAD = encode({ alg: 'EdDSA' });
const LIFETIME_S = 60;
const RENEW_AFTER_S = 30;
/** How far the clocks of two machines may differ: a token of a machine that is ahead is accepted. */
export const CLOCK_TOLERANCE_S = 60;
const MAX_TOKEN_CHARACTERS = 512;
/** Each caller renews its token twice a minute, so these are many instances of all callers. */
const CACHED_TOKENS = 1_000;

const refuse = (reason: string): never => {
  const message = `The service token is not valid: ${reason}`;
  throw unauthenticated('invalid_service_token', { message });
};

/** The claims of a token, unverified; undefined where they cannot be read. */
function readClaims(payload: string): Partial<Record<keyof Claims, unknown>> | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** @throws unauthenticated where the times are not those of a valid token at `nowS` */
function requireCurrent(iat: unknown, exp: unknown, nowS: number): number {
  if (typeof iat !== 'number' || typeof exp !== 'number') return refuse('it has no times');
  if (exp - iat > LIFETIME_S) return refuse('its lifetime is too long');
  if (iat > nowS + CLOCK_TOLERANCE_S) return refuse('it is not valid yet');
  if (exp <= nowS - CLOCK_TOLERANCE_S) return refuse('it has expired');
  return exp;
}

interface Verified {
  readonly caller: ServiceId;
  readonly validUntilMs: number;
}

/** Issues a token, and the same one again for half its life. */
function openIssuer(
  { service, privateKey }: ServiceIdentity,
  now: () => number,
): ServiceTokens['tokenFor'] {
  const issued = new Map<ServiceId, { token: string; renewAtMs: number }>();
  const issue = (audience: ServiceId): string => {
    const iat = Math.floor(now() / 1000);
    const claims: Claims = { iss: service, aud: audience, iat, exp: iat + LIFETIME_S };
    const signed = `${HEAD}.${encode(claims)}`;
    const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url');
    return `${signed}.${signature}`;
  };
  return (audience) => {
    const current = issued.get(audience);
    if (current !== undefined && now() < current.renewAtMs) return current.token;
    const token = issue(audience);
    issued.set(audience, { token, renewAtMs: now() + RENEW_AFTER_S * 1000 });
    return token;
  };
}

/** The payload and signature of a token. @throws unauthenticated where its form is wrong */
function partsOf(token: string): { payload: string; signature: string } {
  if (token.length > MAX_TOKEN_CHARACTERS) return refuse('it is too long');
  const [head, payload, signature, ...rest] = token.split('.');
  const isComplete = payload !== undefined && signature !== undefined && rest.length === 0;
  return head === HEAD && isComplete ? { payload, signature } : refuse('it is malformed');
}

/** The issuer that a token claims, with its keys. @throws unauthenticated where it has none */
function issuerOf(iss: unknown, publicKeys: PublicKeys) {
  for (const [caller, keys] of publicKeys) if (caller === iss) return { caller, keys };
  return refuse('its issuer has no key');
}

/** @throws unauthenticated where `token` is not a valid token for the service */
function check(token: string, { service, publicKeys }: ServiceIdentity, nowS: number): Verified {
  const { payload, signature } = partsOf(token);
  const claims = readClaims(payload);
  if (claims?.aud !== service) return refuse('it is for another service');
  const expiresAtS = requireCurrent(claims.iat, claims.exp, nowS);
  const { caller, keys } = issuerOf(claims.iss, publicKeys);
  const data = Buffer.from(`${HEAD}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  if (!keys.some((key) => verify(null, data, key, bytes))) return refuse('its signature is wrong');
  return { caller, validUntilMs: (expiresAtS + CLOCK_TOLERANCE_S) * 1000 };
}

/**
 * Issues and verifies the short-lived tokens by which services authenticate each other: JWTs signed by
 * Ed25519 (EdDSA), each for one called service. A token is reused for half its life and its verification
 * is cached, so that a call costs a lookup.
 */
export function openServiceTokens(
  identity: ServiceIdentity,
  now: () => number = Date.now,
): ServiceTokens {
  const verified = new LRUCache<string, Verified>({ max: CACHED_TOKENS });
  return {
    tokenFor: openIssuer(identity, now),
    callerOf: (token) => {
      if (typeof token !== 'string' || token === '') {
        if (!identity.required) return undefined;
        throw unauthenticated('service_token_required', {
          message: 'Only services of this system may call here',
        });
      }
      const known = verified.get(token);
      if (known !== undefined && now() < known.validUntilMs) return known.caller;
      const fresh = check(token, identity, now() / 1000);
      verified.set(token, fresh);
      return fresh.caller;
    },
  };
}

/** The tokens of a service by the texts of its key settings, for tools and tests that call in its place. */
export function openTokensOfSettings(
  service: ServiceId,
  settings: { readonly SERVICE_PRIVATE_KEY: string; readonly SERVICE_PUBLIC_KEYS: string },
  now?: () => number,
): ServiceTokens {
  const privateKey = parsePrivateKey(settings.SERVICE_PRIVATE_KEY);
  const publicKeys = parsePublicKeys(settings.SERVICE_PUBLIC_KEYS);
  if (privateKey === undefined || publicKeys === undefined) throw new Error('Not a key');
  return openServiceTokens({ service, privateKey, publicKeys, required: true }, now);
}
