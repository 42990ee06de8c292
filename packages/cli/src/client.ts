import { type Auth, createTributary, type TokenProvider, type Tributary } from '@tributary/sdk';
import { UsageError } from './command.ts';
import { type Credentials, type CredentialStore } from './credentials.ts';
import { type Terminal } from './terminal.ts';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** The address of a platform. @throws UsageError where what is sent could be read on the way */
export function platformUrl(text: string | undefined): string {
  if (text === undefined)
    throw new UsageError('Name the platform: --url https://…, or TRIBUTARY_URL');
  if (!URL.canParse(text)) throw new UsageError(`${text} is no address`);
  const { protocol, hostname } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
  if (!isSafe) throw new UsageError(`${text} must begin with https://`);
  return text.replace(/\/+$/, '');
}

/** The kept session, whose tokens are renewed once for all processes, because a refresh token works once. */
function sessionTokens(store: CredentialStore, baseUrl: string): TokenProvider {
  const currentUnless = (expired: string | undefined): Credentials | undefined => {
    const kept = store.read();
    return kept.access_token === undefined || kept.access_token === expired ? undefined : kept;
  };
  return async (expired) => {
    const current = currentUnless(expired);
    if (current?.access_token !== undefined) return current.access_token;
    return store.locked(async () => {
      const renewed = currentUnless(expired)?.access_token;
      if (renewed !== undefined) return renewed;
      const kept = store.read();
      const refresh_token = kept.refresh_token ?? '';
      const tokens = await createTributary({ baseUrl }).sessions.refresh({ refresh_token });
      const { access_token, refresh_token: next } = tokens;
      store.write({ ...kept, access_token, refresh_token: next });
      return access_token;
    });
  };
}

function authOf(store: CredentialStore, key: string | undefined, baseUrl: string): Auth {
  const { api_key, access_token } = store.read();
  const auth =
    key ?? api_key ?? (access_token === undefined ? undefined : sessionTokens(store, baseUrl));
  if (auth === undefined)
    throw new UsageError('Sign in first: tributary login, or set TRIBUTARY_API_KEY');
  return auth;
}

/**
 * The client of who has signed in; `TRIBUTARY_URL` and `TRIBUTARY_API_KEY` count before what is kept.
 * @throws UsageError where nobody has
 */
export function openClient(store: CredentialStore, { env }: Pick<Terminal, 'env'>): Tributary {
  const baseUrl = platformUrl(env['TRIBUTARY_URL'] ?? store.read().url);
  return createTributary({ baseUrl, auth: authOf(store, env['TRIBUTARY_API_KEY'], baseUrl) });
}
