import { z } from 'zod';
import { type Reply, reply, SESSION_COOKIE_HEADER } from '@tributary/service';
import { type IssuedAccessToken, type TokenHolder } from '../domain/access-claims.ts';
import { type SessionSecret } from '../domain/session.ts';
import { memberResponse, memberView } from './team-view.ts';
import { userResponse, userView } from './user-view.ts';

const memberPart = ({ member }: TokenHolder) =>
  member === undefined ? {} : { member: memberView(member.person, member.membership) };

const holderShape = {
  /** The account that the session acts for. */
  user: userResponse,
  /** The person who acts, where the account is another login's. */
  member: memberResponse.optional(),
};

const tokenSession = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    ...holderShape,
  })
  .meta({ id: 'TokenSession', description: 'The session of a client that stores its tokens' });

const cookieSession = z.object({ session: z.literal('cookie'), ...holderShape }).meta({
  id: 'CookieSession',
  description: 'The session of a browser that requested a cookie (`X-Session-Transport: cookie`)',
});

/** The response that opens or continues a session: with tokens, or without where a cookie holds it. */
export const sessionResponse = z
  .union([
    tokenSession.describe('The session of a client that stores its tokens'),
    cookieSession.describe(
      'The session of a browser that requested a cookie (`X-Session-Transport: cookie`)',
    ),
  ])
  .meta({ id: 'OpenedSession', description: 'A session that was opened or continued' });

/** Left out where the browser’s cookie holds the session. */
export const presentedSecret = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe('Required without a session cookie');

export interface OpenedSession {
  readonly holder: TokenHolder;
  readonly access: IssuedAccessToken;
  readonly secret: SessionSecret;
}

const holderView = (holder: TokenHolder) => ({
  user: userView(holder.account),
  ...memberPart(holder),
});

/** The response with the session's tokens in its body, or with its cookie for the gateway to set. */
export function sessionReply(
  status: 200 | 201,
  { holder, access, secret }: OpenedSession,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  if ('cookie' in secret) {
    const { cookie } = secret;
    const given = cookie === undefined ? {} : { [SESSION_COOKIE_HEADER]: cookie };
    const body = { session: 'cookie', ...holderView(holder) };
    return reply(status, { headers: { ...headers, ...given }, body });
  }
  const tokens = {
    access_token: access.accessToken,
    refresh_token: secret.refreshToken,
    token_type: 'Bearer',
    expires_in: access.expiresInSeconds,
  };
  return reply(status, { headers, body: { ...tokens, ...holderView(holder) } });
}
