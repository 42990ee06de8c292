import { z } from 'zod';
import { type Reply, reply, SESSION_COOKIE_HEADER } from '@tributary/service';
import { type IssuedAccessToken } from '../domain/access-claims.ts';

/** A further access token of the session, or the cookie that replaces the browser's. */
export type IssuedProof =
  | { readonly access: IssuedAccessToken }
  /** Undefined where another request got the successor meanwhile. */
  | { readonly cookie: string | undefined };

const tokenProof = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
});
const cookieProof = z.object({ session: z.literal('cookie') });

/** The response to a renewed proof, with the fields of the operation itself. The refresh token stays the same. */
export const proofResponse = <Shape extends z.ZodRawShape>(fields: z.ZodObject<Shape>) =>
  z.union([
    tokenProof.extend(fields.shape).describe('For a client that stores its tokens'),
    cookieProof.extend(fields.shape).describe('For a browser whose cookie holds the session'),
  ]);

export function proofReply(proof: IssuedProof, fields: object = {}): Reply {
  if ('cookie' in proof) {
    const { cookie } = proof;
    const headers = cookie === undefined ? {} : { [SESSION_COOKIE_HEADER]: cookie };
    return reply(200, { headers, body: { session: 'cookie', ...fields } });
  }
  const { accessToken, expiresInSeconds } = proof.access;
  const token = { access_token: accessToken, token_type: 'Bearer', expires_in: expiresInSeconds };
  return reply(200, { body: { ...token, ...fields } });
}
