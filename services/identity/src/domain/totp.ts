import { Secret, TOTP } from 'otpauth';

/** The only parameters that all authenticator apps support. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const ISSUER = 'Tributary';
/** Steps of 30 s by which the clock of a device may be wrong, either way. */
const DRIFT_STEPS = 1;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({ ...parameters, issuer: ISSUER, label, secret: Secret.fromBase32(secret) });

/** The address that an authenticator app reads from a QR code. */
export const enrolmentUri = (secret: string, email: string): string =>
  totpOf(secret, email).toString();

/** The time step (RFC 6238) of a code that is right at this moment; undefined for any other text. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const totp = totpOf(secret);
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
