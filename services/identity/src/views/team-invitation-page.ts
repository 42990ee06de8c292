import { type Language, type MemberRole, memberRoleNames } from '@tributary/contracts';
import { escapeHtml, htmlPage, longDay, paragraph } from '@tributary/service';
import { type TeamInvitation } from '../domain/team-invitation.ts';
import { type User } from '../domain/user.ts';

interface PageTexts {
  readonly title: (account: string) => string;
  readonly terms: (role: MemberRole, until: Date) => string;
  readonly withLogin: string;
  readonly withoutLogin: string;
  readonly orRefuse: string;
  readonly ended: { readonly title: string; readonly explanation: string };
}

const texts: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: (account) => `Join ${account} at Tributary`,
    terms: (role, until) =>
      `You would join as ${memberRoleNames.en[role]}. The invitation is valid until ${longDay(until, 'en')}.`,
    withLogin: 'With a login that you have, sign in and accept:',
    withoutLogin: 'Without one, choose a name and a password:',
    orRefuse: 'Or refuse it:',
    ended: {
      title: 'This invitation has ended',
      explanation:
        'It was answered, revoked or mailed again, it has expired, or its address is incomplete.',
    },
  },
  de: {
    title: (account) => `Werden Sie bei Tributary Mitglied von ${account}`,
    terms: (role, until) =>
      `Ihre Rolle: ${memberRoleNames.de[role]}. Die Einladung gilt bis zum ${longDay(until, 'de')}.`,
    withLogin: 'Wenn Sie schon einen Zugang haben, melden Sie sich an und nehmen Sie an:',
    withoutLogin: 'Ohne Zugang wählen Sie einen Namen und ein Passwort:',
    orRefuse: 'Oder lehnen Sie ab:',
    ended: {
      title: 'Diese Einladung ist beendet',
      explanation:
        'Sie wurde beantwortet, widerrufen oder erneut gesandt, sie ist abgelaufen, oder ihre Adresse ist unvollständig.',
    },
  },
  es: {
    title: (account) => `Únete a ${account} en Tributary`,
    terms: (role, until) =>
      `Tu rol: ${memberRoleNames.es[role]}. La invitación vale hasta el ${longDay(until, 'es')}.`,
    withLogin: 'Si ya tienes un acceso, inicia sesión y acepta:',
    withoutLogin: 'Si no lo tienes, elige un nombre y una contraseña:',
    orRefuse: 'O rechaza la invitación:',
    ended: {
      title: 'Esta invitación ha terminado',
      explanation:
        'Ya se respondió, se retiró o se envió de nuevo, ha caducado, o su dirección está incompleta.',
    },
  },
};

const code = (text: string): string =>
  `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(text)}</pre>`;

export function endedTeamInvitationPage(language: Language): string {
  const { title, explanation } = texts[language].ended;
  return htmlPage({ language, title, body: paragraph(explanation) });
}

interface Shown {
  readonly invitation: TeamInvitation;
  readonly account: User;
  readonly token: string;
}

/** The account and the role of an invitation, and how to answer it. */
export function teamInvitationPage(
  { invitation, account, token }: Shown,
  language: Language,
): string {
  const { title, terms, withLogin, withoutLogin, orRefuse } = texts[language];
  const body = [
    paragraph(terms(invitation.role, invitation.expiresAt)),
    paragraph(withLogin),
    code(`POST /api/auth/invitations/accept {"token": "${token}"}`),
    paragraph(withoutLogin),
    code(`POST /api/auth/invitations/register {"token": "${token}", "name": "…", "password": "…"}`),
    paragraph(orRefuse),
    code(`POST /api/auth/invitations/refuse {"token": "${token}"}`),
  ];
  return htmlPage({ language, title: title(account.company ?? account.name), body: body.join('') });
}
