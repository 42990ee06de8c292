import { z } from 'zod';
import { type IssuedAccessToken } from '../domain/access-claims.ts';
import { type User } from '../domain/user.ts';
import { userResponse, userView } from './user-view.ts';

/** The response of register, login and refresh. */
export const sessionResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  user: userResponse,
});

export interface OpenedSession {
  readonly user: User;
  readonly access: IssuedAccessToken;
  readonly refreshToken: string;
}

export const sessionView = (opened: OpenedSession): z.output<typeof sessionResponse> => ({
  access_token: opened.access.accessToken,
  refresh_token: opened.refreshToken,
  token_type: 'Bearer',
  expires_in: opened.access.expiresInSeconds,
  user: userView(opened.user),
});
