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
    es: ({ accountName, memberRole, expiresAt }, { day }) => ({
      title: `Únete al equipo de ${accountName}`,
      message:
        `${accountName} te invita a su cuenta de Tributary (rol: ${memberRoleNames.es[memberRole]}). El enlace vale una sola vez, hasta el ` +
        `${day(expiresAt)}. Si no esperabas este correo, no tienes que hacer nada.`,
      action: 'Ver la invitación',
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
  es: (role) => ({
    title: 'Un nuevo miembro en tu equipo',
    message: `Una persona ha aceptado una invitación a tu cuenta (rol: ${memberRoleNames.es[role]}). Si no lo esperabas, quita al miembro.`,
    action: 'Ver tu equipo',
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
  es: () => ({
    title: 'Un miembro ya no está en tu equipo',
    message:
      'Un miembro ha dejado tu cuenta, o alguien lo ha quitado, y ya no puede actuar en ella.',
    action: 'Ver tu equipo',
  }),
});
