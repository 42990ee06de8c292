import { z } from 'zod';
import { memberRoles } from '@tributary/contracts';
import { type Membership } from '../domain/membership.ts';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type User } from '../domain/user.ts';

export const memberRoleField = z.enum(memberRoles);

/** A person who may act in an account. */
export const memberResponse = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    role: memberRoleField,
    joined_at: z.iso.datetime(),
  })
  .meta({ id: 'TeamMember', description: 'A person who may act in an account' });
export type MemberView = z.output<typeof memberResponse>;

export const memberView = (person: User, { role, createdAt }: Membership): MemberView => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role,
  joined_at: createdAt.toISOString(),
});

/** The person whose login the account belongs to. */
export const accountHolderView = (account: User): MemberView => ({
  id: account.id,
  name: account.name,
  email: account.email,
  role: 'owner',
  joined_at: account.createdAt.toISOString(),
});

export const teamInvitationResponse = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: memberRoleField,
    status: z.enum(['pending', 'accepted', 'refused', 'revoked', 'expired']),
    created_at: z.iso.datetime(),
    sent_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
  })
  .meta({ id: 'TeamInvitation', description: 'An invitation to act in an account' });

export const teamInvitationView = (
  invitation: TeamInvitation,
  now: Date,
): z.output<typeof teamInvitationResponse> => {
  const { id, email, role, status, createdAt, sentAt, expiresAt } = invitation;
  const isExpired = status === 'pending' && expiresAt <= now;
  return {
    id,
    email,
    role,
    status: isExpired ? 'expired' : status,
    created_at: createdAt.toISOString(),
    sent_at: sentAt.toISOString(),
    expires_at: expiresAt.toISOString(),
  };
};

/** The token of an invitation, as it is mailed. */
export const invitationTokenField = z.string().min(1).max(100);
