import { type MemberRole, memberRoleNames } from '@tributary/contracts';
import { template } from './template.ts';

interface TeamInvitation {
  readonly accountName: string;
  readonly memberRole: MemberRole;
  readonly token: string;
  readonly expiresAt: string;
}

export const teamInvitation = template<TeamInvitation>(
  ({ token }) => `/team-invitations?token=${token}`,
  {
    en: ({ accountName, memberRole, expiresAt }, { day }) => ({
      title: `Join the team of ${accountName}`,
      message:
        `${accountName} invites you to its account at Tributary as ${memberRoleNames.en[memberRole]}. The link works once, until ` +
        `${day(expiresAt)}. If you did not expect this e-mail, ignore it.`,
      action: 'See the invitation',
    }),
    de: ({ accountName, memberRole, expiresAt }, { day }) => ({
      title: `Werden Sie Teil des Teams von ${accountName}`,
      message:
        `${accountName} lädt Sie in sein Konto bei Tributary ein (Rolle: ${memberRoleNames.de[memberRole]}). Der Link gilt einmal, bis zum ` +
        `${day(expiresAt)}. Wenn Sie diese E-Mail nicht erwartet haben, brauchen Sie nichts zu tun.`,
      action: 'Einladung ansehen',
    }),
  },
);

const teamPage = (): string => '/settings/team';

export const teamMemberAdded = template<MemberRole>(teamPage, {
  en: (role) => ({
    title: 'A new member in your team',
    message: `A person accepted an invitation to your account as ${memberRoleNames.en[role]}. If you did not expect that, remove the member.`,
    action: 'See your team',
  }),
  de: (role) => ({
    title: 'Ein neues Mitglied in Ihrem Team',
    message: `Eine Person hat eine Einladung in Ihr Konto angenommen (Rolle: ${memberRoleNames.de[role]}). Wenn Sie das nicht erwartet haben, entfernen Sie das Mitglied.`,
    action: 'Team ansehen',
  }),
});

export const teamMemberRemoved = template(teamPage, {
  en: () => ({
    title: 'A member has left your team',
    message: 'A member left your account or was removed, and cannot act for it any more.',
    action: 'See your team',
  }),
  de: () => ({
    title: 'Ein Mitglied hat Ihr Team verlassen',
    message:
      'Ein Mitglied hat Ihr Konto verlassen oder wurde entfernt und kann nicht mehr dafür handeln.',
    action: 'Team ansehen',
  }),
});
