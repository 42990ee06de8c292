import { invalid } from '@tributary/errors';
import { type Deps } from '../deps.ts';

/** The error of `requireUnsubscribeToken`, for the API document. */
export const invalidTokenError = { invalid_token: 'The link is not one of ours, or not complete' };

/** The user of an unsubscribe link's token. @throws invalid for an invalid token */
export function requireUnsubscribeToken(
  deps: Pick<Deps, 'unsubscribeLinks'>,
  token: string,
): string {
  const userId = deps.unsubscribeLinks.userIdOf(token);
  if (userId !== undefined) return userId;
  throw invalid('invalid_token', { message: 'This link is not complete' });
}
