import { Secret, TOTP } from 'otpauth';
import { type Caller, type SignedIn } from './open-identity.ts';

const STEP_MS = 30_000;

/** The code of an authenticator app, now or some steps of 30 s later. */
export const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: Date.now() + stepsAhead * STEP_MS,
  });

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
    { token, body: { code: codeOf(secret) } },
  );
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body));
  const { recovery_codes: recoveryCodes, access_token: accessToken } = confirmed.body;
  return { secret, recoveryCodes, accessToken };
}
