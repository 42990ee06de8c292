import { type IssuedAccessToken } from '../domain/access-claims.ts';
import { type IssuedProof } from '../views/proof-view.ts';
import { type SignInClient } from '../views/sign-in-client.ts';
import { continueBrowserSession } from './continue-browser-session.ts';

/**
 * What the client gets for a renewed proof: the token, or a new cookie for a browser, because the gateway
 * may have cached a token of before for the present one.
 * @throws unauthenticated `invalid_session`
 */
export const issueProof =
  (deps: Parameters<typeof continueBrowserSession>[0]) =>
  async (access: IssuedAccessToken, browser: SignInClient['browser']): Promise<IssuedProof> => {
    if (browser === undefined) return { access };
    const { secret } = await continueBrowserSession(deps)(browser.cookie ?? '', { atOnce: true });
    return 'cookie' in secret ? { cookie: secret.cookie } : { access };
  };
