import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, memberRoles, roles } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

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

const sample: MemberSnapshot = {
  accountId: sampleIds.affiliateId,
  memberId: '01975b3c-7c00-7000-8000-00000000a301',
  memberRole: 'analyst',
};

const OWN_AFFAIR = 'the team is the account’s own affair, and the contract names no event for it';

export const memberAdded = defineEvent({
  type: 'member.added.v1',
  ...declaration,
  data: memberSnapshot.extend({ accountRole: z.enum(roles), joinedAt: instant }),
  description: 'A person accepted an invitation to an account.',
  sample: { ...sample, accountRole: 'affiliate', joinedAt: SAMPLE_TIME },
  internalBecause: OWN_AFFAIR,
});
export const memberRoleChanged = defineEvent({
  type: 'member.role_changed.v1',
  ...declaration,
  data: memberSnapshot.extend({ previousRole: z.enum(memberRoles) }),
  description: 'A member of an account has another role.',
  sample: { ...sample, previousRole: 'developer' },
  internalBecause: OWN_AFFAIR,
});
export const memberRemoved = defineEvent({
  type: 'member.removed.v1',
  ...declaration,
  data: memberSnapshot.extend({ removedAt: instant }),
  description: 'A member left an account or was removed.',
  sample: { ...sample, removedAt: SAMPLE_TIME },
  internalBecause: OWN_AFFAIR,
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
  sample: {
    invitationId: '01975b3c-7c00-7000-8000-00000000a302',
    accountId: sampleIds.affiliateId,
    accountName: 'Ada Berg',
    email: 'mia@example.com',
    memberRole: 'analyst',
    token: 'signed',
    expiresAt: SAMPLE_TIME,
  },
  internalBecause: 'it contains a secret',
});
