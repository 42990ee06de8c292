import { z } from 'zod';
import { type IssuedAccessToken, type TokenHolder } from '../domain/access-claims.ts';
import { memberResponse, memberView } from './team-view.ts';
import { userResponse, userView } from './user-view.ts';

const memberPart = ({ member }: TokenHolder) =>
  member === undefined ? {} : { member: memberView(member.person, member.membership) };

/** The response of register, login and refresh. */
export const sessionResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  /** The account that the tokens act for. */
  user: userResponse,
  /** The person who acts, where the account is another login's. */
  member: memberResponse.optional(),
});

export interface OpenedSession {
  readonly holder: TokenHolder;
  readonly access: IssuedAccessToken;
  readonly refreshToken: string;
}

export const sessionView = (opened: OpenedSession): z.output<typeof sessionResponse> => ({
  access_token: opened.access.accessToken,
  refresh_token: opened.refreshToken,
  token_type: 'Bearer',
  expires_in: opened.access.expiresInSeconds,
  user: userView(opened.holder.account),
  ...memberPart(opened.holder),
});
