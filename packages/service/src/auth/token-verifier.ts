import { keepLastUsed } from '@tributary/work';
import { hash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { memberRoles, plans, roles } from '@tributary/contracts';
import { unauthenticated } from '@tributary/errors';
import { CLOCK_TOLERANCE_S } from '@tributary/service-tokens';
import {
  type Actor,
  MEMBER_TOKEN_AUDIENCE,
  memberTokensOf,
  TOKEN_AUDIENCE,
  TOKEN_ISSUER,
} from './actor.ts';
import { type KeySet } from './key-set.ts';
import { type Revocations } from './revocations.ts';

export interface TokenVerifier {
  /** The caller of a token that was verified before; undefined where `verify` has to decide. */
  known(authorization: string | undefined): Actor | undefined;
  /** The caller that a request’s Authorization header identifies. @throws unauthenticated */
  verify(authorization: string | undefined): Promise<Actor>;
}

const commonClaims = z.object({
  sub: z.uuid(),
  role: z.enum(roles),
  plan: z.enum(plans),
  scopes: z.array(z.string()).optional(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  sid: z.string().optional(),
  aki: z.uuid().optional(),
  amr: z.array(z.string()).optional(),
  auth_time: z.number().optional(),
});
/** A token names a member exactly where it is for another person’s account. */
const claims = z.discriminatedUnion('aud', [
  commonClaims.extend({ aud: z.literal(TOKEN_AUDIENCE), mem: z.undefined().optional() }),
  commonClaims.extend({
    aud: z.literal(MEMBER_TOKEN_AUDIENCE),
    mem: z.uuid(),
    mrl: z.enum(memberRoles),
  }),
]);
type Claims = z.output<typeof claims>;

const actorOf = (known: Claims): Actor => {
  const { sub, role, plan, scopes, sid, aki, amr, auth_time: authTime } = known;
  const member =
    known.aud === MEMBER_TOKEN_AUDIENCE
      ? { memberId: known.mem, memberRole: known.mrl }
      : { memberId: sub, memberRole: 'owner' as const };
  return {
    id: sub,
    role,
    plan,
    ...member,
    ...(scopes === undefined ? {} : { scopes }),
    ...(sid === undefined ? {} : { sessionId: sid }),
    ...(aki === undefined ? {} : { apiKeyId: aki }),
    ...(amr === undefined ? {} : { authMethods: amr }),
    ...(authTime === undefined ? {} : { authTime }),
  };
};

/** Whether the token, its session, or all tokens of its account, person or membership are revoked. */
function isRevoked({ iat, jti, sid, ...known }: Claims, revocations: Revocations): boolean {
  const { sub, mem } = known;
  const owners = mem === undefined ? [sub] : [sub, mem, memberTokensOf(sub, mem)];
  return (
    owners.some((owner) => revocations.isRevoked(owner, iat)) ||
    revocations.isTokenRevoked(jti) ||
    (sid !== undefined && revocations.isTokenRevoked(sid))
  );
}

const isValid = ({ claims: token }: Verified, revocations: Revocations | undefined): boolean =>
  revocations === undefined || !isRevoked(token, revocations);

const header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().max(64),
  crit: z.undefined().optional(),
});

const MAX_TOKEN_CHARACTERS = 4_096;
const CACHED_TOKENS = 10_000;
const EXPIRY_TOLERANCE_S = 5;

/** A verified token, and its caller. */
interface Verified {
  readonly claims: Claims;
  readonly actor: Actor;
}

const BEARER = /^Bearer ([\w.-]+)$/;

// Keyed by digest, so that a heap dump holds no usable token.
const digestOf = (token: string): string => hash('sha256', token, 'base64');

const refuse = (message: string): never => {
  throw unauthenticated('invalid_token', { message });
};

/** The claims of a token whose signature, issuer, audience and times are valid. @throws unauthenticated */
async function check(token: string, keys: KeySet): Promise<Claims> {
  const decoded = jwt.decode(token, { complete: true });
  const head = header.safeParse(decoded?.header);
  if (!head.success) return refuse('The token is not one of ours');
  const key = await keys.find(head.data.kid);
  if (key === undefined) return refuse('The token is not one of ours');
  try {
    const payload = jwt.verify(token, key, {
      algorithms: ['RS256'],
      issuer: TOKEN_ISSUER,
      audience: [TOKEN_AUDIENCE, MEMBER_TOKEN_AUDIENCE],
      clockTolerance: EXPIRY_TOLERANCE_S,
    });
    const known = claims.parse(payload);
    if (known.iat > Date.now() / 1000 + CLOCK_TOLERANCE_S)
      return refuse('The token is not valid yet');
    return known;
  } catch {
    return refuse('The token has expired or is not valid');
  }
}

/**
 * Verifies access tokens: RS256 by a known key id only, issuer, audience, time. A verified token is
 * cached until it expires (a signature takes 31 µs); revocation is checked each time.
 */
export function openTokenVerifier(keys: KeySet, revocations?: Revocations): TokenVerifier {
  const verified = keepLastUsed<Verified>({ max: CACHED_TOKENS });

  /** The token as it was verified before, unless it has expired. */
  const findVerified = (digest: string): Verified | undefined => {
    const entry = verified.get(digest);
    return entry !== undefined && entry.claims.exp > Date.now() / 1000 ? entry : undefined;
  };

  const verifyNew = async (token: string, digest: string): Promise<Verified> => {
    const fresh = await check(token, keys);
    const entry = { claims: fresh, actor: actorOf(fresh) };
    const ttl = Math.max(1, Math.floor(fresh.exp * 1000 - Date.now()));
    verified.set(digest, entry, { ttl });
    return entry;
  };

  return {
    known: (authorization) => {
      const token = BEARER.exec(authorization ?? '')?.[1];
      const entry = token === undefined ? undefined : findVerified(digestOf(token));
      return entry !== undefined && isValid(entry, revocations) ? entry.actor : undefined;
    },
    verify: async (authorization) => {
      if (authorization === undefined) {
        throw unauthenticated('not_authenticated', { message: 'Not authenticated' });
      }
      const token = BEARER.exec(authorization)?.[1];
      if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) {
        return refuse('The Authorization header must be: Bearer <ACCESS_TOKEN>');
      }
      const digest = digestOf(token);
      const entry = findVerified(digest) ?? (await verifyNew(token, digest));
      return isValid(entry, revocations) ? entry.actor : refuse('The token has been revoked');
    },
  };
}
