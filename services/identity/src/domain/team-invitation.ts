import { type DomainEvent, memberInvited, type MemberRole } from '@tributary/contracts';
import { conflict, rateLimited } from '@tributary/errors';
import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { type User } from './user.ts';

/** Days for which an invitation can be accepted. */
const INVITATION_DAYS = 7;
/** E-mails of one invitation, the first included. */
const MAX_SENDS = 5;
const RESEND_INTERVAL_MS = MINUTE_MS;
/** Invitations of one account that wait for an answer. */
export const MAX_OPEN_INVITATIONS = 50;

export type TeamInvitationStatus = 'pending' | 'accepted' | 'refused' | 'revoked';

/** The invitation of a person to an account, by e-mail. */
export interface TeamInvitation {
  readonly id: string;
  readonly accountId: string;
  /** Normalised. */
  readonly email: string;
  readonly role: MemberRole;
  /** SHA-256 of the token; the token itself is in the e-mail only. */
  readonly tokenHash: string;
  readonly invitedBy: string;
  readonly status: TeamInvitationStatus;
  readonly sends: number;
  readonly sentAt: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A token as it is mailed, and its digest. */
export interface InvitationToken {
  readonly text: string;
  readonly hash: string;
}

interface Sent {
  readonly invitation: TeamInvitation;
  readonly events: readonly DomainEvent[];
}

export const canBeAccepted = ({ status, expiresAt }: TeamInvitation, now: Date): boolean =>
  status === 'pending' && expiresAt > now;

const expiryFrom = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS);

/** Mails state no text of an account whose address is not proved, because strangers could send any. */
const nameInMail = ({ company, name, emailVerifiedAt }: User): string =>
  emailVerifiedAt === null ? 'A Tributary account' : (company ?? name);

function mailed(invitation: TeamInvitation, account: User, token: string): Sent {
  const event = memberInvited({
    invitationId: invitation.id,
    accountId: account.id,
    accountName: nameInMail(account),
    email: invitation.email,
    memberRole: invitation.role,
    token,
    expiresAt: invitation.expiresAt.toISOString(),
  });
  return { invitation, events: [event] };
}

type NewInvitation = Pick<TeamInvitation, 'id' | 'email' | 'role' | 'invitedBy'>;

/** A new invitation, and the event by which it is mailed. */
export function decideInvitation(
  account: User,
  given: NewInvitation,
  { token, now }: { readonly token: InvitationToken; readonly now: Date },
): Sent {
  const invitation: TeamInvitation = {
    ...given,
    accountId: account.id,
    tokenHash: token.hash,
    status: 'pending',
    sends: 1,
    sentAt: now,
    createdAt: now,
    expiresAt: expiryFrom(now),
  };
  return mailed(invitation, account, token.text);
}

const refuseAnswered = (): never => {
  throw conflict('invitation_answered', { message: 'The invitation has been answered or revoked' });
};

/**
 * Mails an invitation again with a new token; the token before stops working.
 * @throws conflict `invitation_answered`; rate_limited `invitation_resent_too_often`
 */
export function decideResend(
  invitation: TeamInvitation,
  account: User,
  { token, now }: { readonly token: InvitationToken; readonly now: Date },
): Sent {
  if (invitation.status !== 'pending') refuseAnswered();
  const waitMs = invitation.sentAt.getTime() + RESEND_INTERVAL_MS - now.getTime();
  if (invitation.sends >= MAX_SENDS || waitMs > 0) {
    throw rateLimited('invitation_resent_too_often', {
      message: `At most ${String(MAX_SENDS)} e-mails, a minute apart; revoke the invitation to make another`,
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  }
  const sends = invitation.sends + 1;
  const again = {
    ...invitation,
    tokenHash: token.hash,
    sends,
    sentAt: now,
    expiresAt: expiryFrom(now),
  };
  return mailed(again, account, token.text);
}

/** @throws conflict `invitation_answered` */
export function decideAnswer(
  invitation: TeamInvitation,
  status: Exclude<TeamInvitationStatus, 'pending'>,
): TeamInvitation {
  if (invitation.status !== 'pending') refuseAnswered();
  return { ...invitation, status };
}
