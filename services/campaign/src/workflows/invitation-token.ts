import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Invitation, type NewInvitation } from '../domain/invitation.ts';

const signatureOf = (secret: string, id: string, expiresAtS: string): Buffer =>
  createHmac('sha256', secret).update(`invitation.${id}.${expiresAtS}`).digest();

/** The token by which its bearer may accept the invitation. */
export function signToken({
  id,
  expiresAt,
  secret,
}: Pick<NewInvitation, 'id' | 'expiresAt' | 'secret'>): string {
  const expiresAtS = String(Math.floor(expiresAt.getTime() / 1_000));
  return `${id}.${expiresAtS}.${signatureOf(secret, id, expiresAtS).toString('hex')}`;
}

/** The invitation's token; null for invitations made before tokens existed. */
export const invitationToken = ({ id, expiresAt, secret }: Invitation): string | null =>
  expiresAt === null || secret === null ? null : signToken({ id, expiresAt, secret });

const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([0-9a-f]{64})$/;

/** The id in a token, of which nothing is verified yet. */
export const invitationIdOf = (token: string): string | undefined => TOKEN.exec(token)?.[1];

/** Whether the invitation's own secret signed the token, and the token has not expired. */
export function isValidToken(token: string, { id, secret }: Invitation, now: Date): boolean {
  const [, tokenId, expiresAtS = '', hex = ''] = TOKEN.exec(token) ?? [];
  if (tokenId !== id || secret === null || Number(expiresAtS) * 1_000 <= now.getTime())
    return false;
  return timingSafeEqual(signatureOf(secret, id, expiresAtS), Buffer.from(hex, 'hex'));
}
