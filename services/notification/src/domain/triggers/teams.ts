import { memberAdded, memberInvited, memberRemoved } from '@tributary/contracts';
import { trigger } from './trigger.ts';

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
  trigger(memberRemoved, (member, { texts }) => [
    {
      ...aboutMember(member),
      recipients: [member.accountId],
      ...texts.teamMemberRemoved(),
    },
  ]),
];
