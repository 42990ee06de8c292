import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Invitation, type NewInvitation } from '../domain/invitation.ts';

const digestOf = (secret: string, id: string, until: string): Buffer =>
  createHmac('sha256', secret).update(`invitation.${id}.${until}`).digest();

const secondsOf = (at: Date): string => String(Math.floor(at.getTime() / 1_000));

/** The signed text by which whoever holds it may accept an invitation; null where it is older than such texts. */
export function invitationToken({ id, expiresAt, secret }: Invitation): string | null {
  return expiresAt === null || secret === null ? null : signedText({ id, expiresAt, secret });
}

/** The signed text of an invitation that has one. */
export function signedText({
  id,
  expiresAt,
  secret,
}: Pick<NewInvitation, 'id' | 'expiresAt' | 'secret'>): string {
  const until = secondsOf(expiresAt);
  return `${id}.${until}.${digestOf(secret, id, until).toString('hex')}`;
}

const TOKEN = /^([0-9a-f-]{36})\.(\d{1,12})\.([0-9a-f]{64})$/;

/** The invitation that a token names, before anything of it is believed. */
export const invitationIdOf = (token: string): string | undefined => TOKEN.exec(token)?.[1];

/** Whether the token is this invitation's own, unchanged, and has not ended. */
export function isGenuine(token: string, { id, secret }: Invitation, now: Date): boolean {
  const [, named, until = '', hex = ''] = TOKEN.exec(token) ?? [];
  if (named !== id || secret === null || Number(until) * 1_000 <= now.getTime()) return false;
  return timingSafeEqual(digestOf(secret, id, until), Buffer.from(hex, 'hex'));
}
