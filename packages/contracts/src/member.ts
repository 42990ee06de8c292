import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, memberRoles, roles } from './fields.ts';

/** A person's place in an account that belongs to another login. */
const memberSnapshot = z.object({
  accountId: id,
  /** The user id of the person. */
  memberId: id,
  memberRole: z.enum(memberRoles),
});
export type MemberSnapshot = z.output<typeof memberSnapshot>;

/** The account's events are in one order, its members' among them. */
const declaration = {
  topic: 'identity.users',
  key: ({ accountId }: MemberSnapshot) => accountId,
} as const;

export const memberAdded = defineEvent({
  type: 'member.added.v1',
  ...declaration,
  data: memberSnapshot.extend({ accountRole: z.enum(roles), joinedAt: instant }),
  description: 'A person accepted an invitation to an account.',
});
export const memberRoleChanged = defineEvent({
  type: 'member.role_changed.v1',
  ...declaration,
  data: memberSnapshot.extend({ previousRole: z.enum(memberRoles) }),
  description: 'A member of an account has another role.',
});
export const memberRemoved = defineEvent({
  type: 'member.removed.v1',
  ...declaration,
  data: memberSnapshot.extend({ removedAt: instant }),
  description: 'A member left an account or was removed.',
});

const teamInvitation = z.object({
  invitationId: id,
  accountId: id,
  accountName: z.string(),
  /** The address that receives the mail, normalised. */
  email: z.string(),
  memberRole: z.enum(memberRoles),
  /** Secret: anyone who has it may join the account, once, until `expiresAt`. */
  token: z.string(),
  expiresAt: instant,
});
export type TeamInvitationMail = z.output<typeof teamInvitation>;

export const memberInvited = defineEvent({
  type: 'member.invited.v1',
  // Only notification may read it, because it contains a secret.
  topic: 'identity.mails',
  key: ({ accountId }) => accountId,
  data: teamInvitation,
  description: 'An invitation to the team of an account is to be mailed.',
});
