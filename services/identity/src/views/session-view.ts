import { z } from 'zod';
import { type User } from '../domain/user.ts';
import { type IssuedAccessToken } from '../workflows/access-token-issuer.ts';
import { userView, viewUser } from './user-view.ts';

/** What register, login and refresh answer. */
export const sessionView = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  user: userView,
});

export interface OpenedSession {
  readonly user: User;
  readonly access: IssuedAccessToken;
  readonly refreshToken: string;
}

export const viewSession = (opened: OpenedSession): z.output<typeof sessionView> => ({
  access_token: opened.access.accessToken,
  refresh_token: opened.refreshToken,
  token_type: 'Bearer',
  expires_in: opened.access.expiresInSeconds,
  user: viewUser(opened.user),
});
