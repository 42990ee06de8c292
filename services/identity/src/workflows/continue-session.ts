import { invalidFields } from '@tributary/errors';
import { type OpenedSession } from '../views/session-view.ts';
import { type SignInClient } from '../views/sign-in-client.ts';
import { continueBrowserSession } from './continue-browser-session.ts';
import { refreshSession } from './refresh-session.ts';

interface Presented {
  readonly refreshToken: string | undefined;
  readonly browser: SignInClient['browser'];
  /** The session acts for this account from now on. */
  readonly accountId?: string;
}

/**
 * Continues a session by its refresh token, or by the cookie of a browser.
 * @throws invalid without either; unauthenticated `invalid_refresh_token`, `invalid_session`; forbidden
 * `not_a_member`
 */
export const continueSession =
  (deps: Parameters<typeof refreshSession>[0] & Parameters<typeof continueBrowserSession>[0]) =>
  async ({ refreshToken, browser, accountId }: Presented): Promise<OpenedSession> => {
    if (refreshToken !== undefined) return refreshSession(deps)(refreshToken, accountId);
    if (browser === undefined) {
      throw invalidFields([
        { path: 'refresh_token', message: 'Required without a session cookie' },
      ]);
    }
    const change = accountId === undefined ? {} : { accountId };
    return continueBrowserSession(deps)(browser.cookie ?? '', { ...change, atOnce: true });
  };
