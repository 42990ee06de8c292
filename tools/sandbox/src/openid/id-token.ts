import { createPublicKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { HOUR_SECONDS } from '@tributary/units';

/** What an ID token may state wrongly. */

export type TokenLie = 'nonce' | 'audience' | 'expired' | 'signature' | 'issuer' | 'kid';

interface Claims {
  readonly issuer: string;
  readonly subject: string;
  readonly audience: string;
  readonly nonce: string | undefined;
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

/** Signs ID tokens by RS256, with a lie where one is given. */
export function openTokenSigner() {
  const kid = randomUUID();
  const [own, foreign] = [newKey(), newKey()];
  return {
    jwks: () => ({
      keys: [{ ...createPublicKey(own).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
    }),
    sign: ({ issuer, subject, audience, nonce }: Claims, lie?: TokenLie): string => {
      const now = Math.floor(Date.now() / 1_000);
      const iat = lie === 'expired' ? now - 2 * HOUR_SECONDS : now;
      const header = { alg: 'RS256', typ: 'JWT', kid: lie === 'kid' ? randomUUID() : kid };
      const claims = {
        iss: lie === 'issuer' ? 'https://other.example.com' : issuer,
        sub: subject,
        aud: lie === 'audience' ? 'another-client' : audience,
        nonce: lie === 'nonce' ? 'another-nonce' : nonce,
        iat,
        exp: iat + HOUR_SECONDS,
      };
      const signed = `${encode(header)}.${encode(claims)}`;
      const key = lie === 'signature' ? foreign : own;
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
    },
  };
}
