import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { continueBrowserSession } from '../../workflows/continue-browser-session.ts';

export const exchangeSessionCookieRpc = (deps: Deps) =>
  rpc('tributary.identity.v1.Users', 'ExchangeSessionCookie', async ({ cookie }) => {
    const { access, secret } = await continueBrowserSession(deps)(cookie, { atOnce: false });
    const successor = 'cookie' in secret ? secret.cookie : undefined;
    const { accessToken, expiresInSeconds: expiresIn } = access;
    return { accessToken, expiresIn, successor: successor ?? '' };
  });
