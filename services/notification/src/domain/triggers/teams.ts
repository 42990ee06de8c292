import { memberAdded, memberInvited, memberRemoved } from '@tributary/contracts';
import * as texts from '../templates/teams.ts';
import { trigger } from './trigger.ts';

const aboutMember = ({ memberId }: { readonly memberId: string }) => ({
  type: 'security_alert' as const,
  priority: 'high' as const,
  entityType: 'member',
  entityId: memberId,
});

export const teamTriggers = [
  trigger(
    memberInvited,
    (invitation, { localeOf }) => [
      {
        type: 'team_invitation',
        priority: 'normal',
        entityType: 'team_invitation',
        entityId: invitation.invitationId,
        recipients: { guestEmail: invitation.email },
        channels: ['email'],
        ...localeOf(invitation.accountId),
        text: texts.teamInvitation(invitation),
      },
    ],
    { authors: ({ accountId }) => [accountId] },
  ),
  trigger(memberAdded, (member) => [
    {
      ...aboutMember(member),
      recipients: [member.accountId],
      text: texts.teamMemberAdded(member.memberRole),
    },
  ]),
  trigger(memberRemoved, (member) => [
    {
      ...aboutMember(member),
      recipients: [member.accountId],
      text: texts.teamMemberRemoved(),
    },
  ]),
];
