import { createHmac } from 'node:crypto';
import { HOUR_SECONDS } from '@tributary/units';
import { equalText } from '../http/sign-in.ts';

export const TOKEN_LIFETIME_SECONDS = HOUR_SECONDS;

/** A signed token that carries its expiry, so that it needs no storage. */
export function createToken(secret: string, now: Date): string {
  const endsAt = String(Math.floor(now.getTime() / 1000) + TOKEN_LIFETIME_SECONDS);
  return `${endsAt}.${sign(secret, endsAt)}`;
}

export function isTokenValid(token: string, secret: string, now: Date): boolean {
  const [endsAt = '', signature = ''] = token.split('.');
  return equalText(signature, sign(secret, endsAt)) && Number(endsAt) * 1000 > now.getTime();
}

/** The client id and secret of `Authorization: Basic …`. */
export function basicCredentials(
  header: string | undefined,
): Readonly<{ id: string; secret: string }> | undefined {
  const encoded = header === undefined ? undefined : /^Basic +(\S+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id, secret: rest.join(':') };
}

function sign(secret: string, endsAt: string): string {
  return createHmac('sha256', secret).update(`walletco token ${endsAt}`).digest('hex');
}
