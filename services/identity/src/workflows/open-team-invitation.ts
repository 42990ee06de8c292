import { notFound } from '@tributary/errors';
import { canBeAccepted, type TeamInvitation } from '../domain/team-invitation.ts';
import { digestOf } from './opaque-token.ts';

interface Invitations {
  findByToken(tokenHash: string): Promise<TeamInvitation | undefined>;
}

/** The invitation of a token that waits for an answer. */
export async function findOpenTeamInvitation(
  invitations: Invitations,
  token: string,
  now: Date,
): Promise<TeamInvitation | undefined> {
  const invitation = await invitations.findByToken(digestOf(token));
  return invitation !== undefined && canBeAccepted(invitation, now) ? invitation : undefined;
}

/** @throws not_found `invitation_not_found`, also for one that was answered, revoked or has expired */
export async function getOpenTeamInvitation(
  invitations: Invitations,
  token: string,
  now: Date,
): Promise<TeamInvitation> {
  const invitation = await findOpenTeamInvitation(invitations, token, now);
  if (invitation !== undefined) return invitation;
  throw notFound('invitation_not_found', {
    message: 'The invitation was answered, revoked or mailed again, or it has expired',
  });
}
