import { authenticatorCode } from '@tributary/testing';
import { type Caller, type SignedIn } from './open-identity.ts';

export interface Enrolled {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** States the second factor. */
  readonly accessToken: string;
}

/** Adds a second factor to a login. The code of the present step is used up. */
export async function enrol(
  { call }: Caller,
  { access_token: token }: SignedIn,
): Promise<Enrolled> {
  const begun = await call<{ secret: string }>('POST', '/api/auth/second-factor', { token });
  const { secret } = begun.body;
  const confirmed = await call<{ recovery_codes: string[]; access_token: string }>(
    'POST',
    '/api/auth/second-factor/confirm',
    { token, body: { code: authenticatorCode(secret) } },
  );
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  const { recovery_codes: recoveryCodes, access_token: accessToken } = confirmed.body;
  return { secret, recoveryCodes, accessToken };
}
