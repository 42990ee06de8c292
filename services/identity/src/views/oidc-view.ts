import { z } from 'zod';
import { type RequestFacts } from '@tributary/service';
import { OIDC_ATTEMPT_MS, type OidcLink } from '../domain/oidc.ts';

/** The code of a finished redirect. */
export const oidcCodeField = z.string().regex(/^tro_[\w-]{43}$/, 'Must be the code of a redirect');

export const oidcLinkResponse = z
  .object({
    id: z.uuid(),
    /** The provider. */
    issuer: z.string(),
    /** Its name of the person. */
    subject: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({
    id: 'OidcLink',
    description: 'An account at an OpenID provider by which the login signs in',
  });

export const oidcLinkView = (link: OidcLink): z.output<typeof oidcLinkResponse> => ({
  id: link.id,
  issuer: link.issuer,
  subject: link.subject,
  created_at: link.createdAt.toISOString(),
});

/** Sent to this host alone, and over TLS alone where the public address has it. */
const cookieName = (publicUrl: string): string =>
  publicUrl.startsWith('https:') ? '__Host-tributary_oidc' : 'tributary_oidc';

/** The cookie that binds a redirect to its browser. */
export function oidcCookie(publicUrl: string, secret: string): string {
  const name = cookieName(publicUrl);
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const maxAge = String(OIDC_ATTEMPT_MS / 1_000);
  return `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAge}${secure}`;
}

/** The secret of the browser's cookie; undefined without one. */
export function oidcCookieOf(publicUrl: string, { headers }: RequestFacts): string | undefined {
  const pattern = new RegExp(`(?:^|; )${cookieName(publicUrl)}=(trb_[\\w-]{43})(?:;|$)`);
  const cookie = headers['cookie'];
  return typeof cookie === 'string' ? pattern.exec(cookie)?.[1] : undefined;
}
