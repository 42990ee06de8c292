import { hash } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { memberRoles, plans, roles } from '@tributary/contracts';
import { unauthenticated } from '@tributary/errors';
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

const header = z.object({
  alg: z.literal('RS256'),
  kid: z.string().max(64),
  crit: z.undefined().optional(),
});

const MAX_TOKEN_CHARACTERS = 4_096;
const CACHED_TOKENS = 10_000;
const CLOCK_TOLERANCE_S = 5;

const refuse = (message: string): never => {
  throw unauthenticated('invalid_token', { message });
};

/**
 * Verifies access tokens: RS256 by a known key id only, issuer, audience, time. A verified token is
 * cached until it expires (a signature takes 31 µs); revocation is checked each time.
 */
export function openTokenVerifier(keys: KeySet, revocations?: Revocations): TokenVerifier {
  const verified = new LRUCache<string, Claims>({ max: CACHED_TOKENS });

  const check = async (token: string): Promise<Claims> => {
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
        clockTolerance: CLOCK_TOLERANCE_S,
      });
      const known = claims.parse(payload);
      if (known.iat > Date.now() / 1000 + CLOCK_TOLERANCE_S)
        return refuse('The token is not valid yet');
      return known;
    } catch {
      return refuse('The token has expired or is not valid');
    }
  };

  const claimsOf = async (token: string): Promise<Claims> => {
    // Keyed by digest, so that a heap dump holds no usable token.
    const digest = hash('sha256', token, 'base64');
    const cached = verified.get(digest);
    if (cached !== undefined && cached.exp > Date.now() / 1000) return cached;
    const fresh = await check(token);
    const ttl = Math.max(1, Math.floor(fresh.exp * 1000 - Date.now()));
    verified.set(digest, fresh, { ttl });
    return fresh;
  };

  return {
    verify: async (authorization) => {
      if (authorization === undefined) {
        throw unauthenticated('not_authenticated', { message: 'Not authenticated' });
      }
      const token = /^Bearer ([\w.-]+)$/.exec(authorization)?.[1];
      if (token === undefined || token.length > MAX_TOKEN_CHARACTERS) {
        return refuse('The Authorization header must be: Bearer <ACCESS_TOKEN>');
      }
      const known = await claimsOf(token);
      if (revocations !== undefined && isRevoked(known, revocations)) {
        return refuse('The token has been revoked');
      }
      return actorOf(known);
    },
  };
}
