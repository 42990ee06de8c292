import { memberAdded, memberInvited, memberRemoved, memberRoleChanged } from '@tributary/contracts';
import { silent, trigger } from './trigger.ts';

const aboutMember = ({ memberId }: { readonly memberId: string }) => ({
  type: 'security_alert' as const,
  priority: 'high' as const,
  entityType: 'member',
  entityId: memberId,
});

export const teamTriggers = [
  trigger(memberInvited, (invitation, { texts }) => [
    {
      type: 'team_invitation',
      priority: 'normal',
      entityType: 'team_invitation',
      entityId: invitation.invitationId,
      recipients: { guestEmail: invitation.email },
      channels: ['email'],
      ...texts.teamInvitation({
        account: invitation.accountName,
        role: invitation.memberRole,
        url: `/team-invitations?token=${invitation.token}`,
        expiresAt: invitation.expiresAt,
      }),
    },
  ]),
  trigger(memberAdded, (member, { texts }) => [
    {
      ...aboutMember(member),
      recipients: [member.accountId],
      ...texts.teamMemberAdded(member.memberRole),
    },
  ]),
  silent(memberRoleChanged, 'an owner changed it, and the member’s next token states it'),
  trigger(memberRemoved, (member, { texts }) => [
    {
      ...aboutMember(member),
      recipients: [member.accountId],
      ...texts.teamMemberRemoved(),
    },
  ]),
];
