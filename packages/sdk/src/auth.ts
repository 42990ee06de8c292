/** A session's tokens, as `auth.logIn` answers them. */
export interface SessionTokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** Returns an access token; `expired` is the one that was refused. */
export type TokenProvider = (expired?: string) => string | Promise<string>;

/** A session that the SDK keeps alive. */
export interface SessionAuth extends SessionTokens {
  /** Stores the new tokens: a refresh token works once. */
  readonly onRefresh?: (tokens: SessionTokens) => void | Promise<void>;
}

/** An API key or an access token, a session, or a function that finds a token. */
export type Auth = string | SessionAuth | TokenProvider;

/** Where calls get their token. */
export interface TokenSource {
  /** The current token. With `refused`, a newer one; undefined where there is none. */
  get(refused?: string): Promise<string | undefined>;
}

const sessionProvider = (
  session: SessionAuth,
  refresh: (refreshToken: string) => Promise<SessionTokens>,
): TokenProvider => {
  let tokens: SessionTokens = session;
  return async (expired) => {
    if (expired === undefined) return tokens.access_token;
    tokens = await refresh(tokens.refresh_token);
    await session.onRefresh?.(tokens);
    return tokens.access_token;
  };
};

/** Gets a new token once for all calls whose token was refused. */
export function openTokens(
  auth: Auth | undefined,
  refresh: (refreshToken: string) => Promise<SessionTokens>,
): TokenSource {
  if (auth === undefined || typeof auth === 'string') {
    return { get: (refused) => Promise.resolve(refused === undefined ? auth : undefined) };
  }
  const provide = typeof auth === 'function' ? auth : sessionProvider(auth, refresh);
  let current: string | undefined;
  let pending: Promise<string> | undefined;
  const renew = async (refused?: string): Promise<string> => {
    current = await provide(refused);
    return current;
  };
  return {
    get: async (refused) => {
      if (current !== undefined && current !== refused) return current;
      pending ??= renew(refused).finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}
