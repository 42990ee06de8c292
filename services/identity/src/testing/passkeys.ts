import { type Caller, type SignedIn } from './open-identity.ts';
import {
  type Deviation,
  openSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts';

export const ORIGIN = 'https://go.example.com';

export interface Begun {
  readonly challenge_token: string;
  readonly options: Parameters<SoftwareAuthenticator['create']>[0];
}

/** Registers passkeys and signs in by them, as a browser would. */
export function passkeyCallsOf({ call }: Pick<Caller, 'call'>) {
  const begin = async (path: string, token?: string): Promise<Begun> =>
    (await call<Begun>('POST', path, { token })).body;
  const beginRegistration = ({ access_token: token }: SignedIn) =>
    begin('/api/auth/passkeys/options', token);
  const beginLogIn = () => begin('/api/auth/login/passkey/options');

  const finishRegistration = (
    { access_token: token }: SignedIn,
    { challenge_token }: Begun,
    credential: unknown,
  ) => call('POST', '/api/auth/passkeys', { token, body: { challenge_token, credential } });

  const finishLogIn = ({ challenge_token }: Begun, credential: unknown, more: object = {}) =>
    call('POST', '/api/auth/login/passkey', { body: { challenge_token, credential, ...more } });

  /** Signs in; the answer may state something wrong. */
  const logIn = async (authenticator: SoftwareAuthenticator, deviation: Deviation = {}) => {
    const begun = await beginLogIn();
    return finishLogIn(begun, authenticator.get(begun.options, deviation));
  };

  return {
    beginRegistration,
    beginLogIn,
    finishRegistration,
    finishLogIn,
    /** An authenticator with a registered passkey of the login. */
    registered: async (
      owner: SignedIn,
      options: Parameters<typeof openSoftwareAuthenticator>[1] = {},
    ): Promise<SoftwareAuthenticator> => {
      const authenticator = openSoftwareAuthenticator(ORIGIN, options);
      const begun = await beginRegistration(owner);
      const answer = await finishRegistration(owner, begun, authenticator.create(begun.options));
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return authenticator;
    },
    logIn,
    /** A session that the passkey opened. */
    signedIn: async (authenticator: SoftwareAuthenticator): Promise<SignedIn> => {
      const { status, body } = await logIn(authenticator);
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body as unknown as SignedIn;
    },
  };
}
