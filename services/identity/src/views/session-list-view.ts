import { z } from 'zod';
import { type Session } from '../domain/session.ts';

/** A sign-in as its owner sees it. */
export const sessionItem = z
  .object({
    id: z.uuid(),
    /** `browser` where a cookie holds the session, `tokens` where a program or app stores its tokens. */
    kind: z.enum(['browser', 'tokens']),
    /** Browser and system of the sign-in; null for sign-ins before this was recorded. */
    device: z.string().nullable(),
    /** The address of the sign-in; of an IPv6 address its /64. */
    network: z.string().nullable(),
    created_at: z.iso.datetime(),
    last_used_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    /** Whether this call belongs to it. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Session', description: 'A sign-in as its owner sees it' });

export const sessionItemOf = (
  session: Session,
  currentId: string | undefined,
): z.output<typeof sessionItem> => ({
  id: session.id,
  kind: session.browser === undefined ? 'tokens' : 'browser',
  device: session.device,
  network: session.network,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.rotatedAt.toISOString(),
  expires_at: session.expiresAt.toISOString(),
  is_current: session.id === currentId,
});
