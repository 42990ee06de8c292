import { type Language } from '@tributary/contracts';
import { escapeHtml, htmlPage, longDay, paragraph } from '@tributary/service';
import { type Campaign, shownStatusOf } from '../domain/campaign.ts';
import { type Invitation } from '../domain/invitation.ts';

interface PageTexts {
  readonly title: (brand: string, campaign: string) => string;
  readonly validUntil: (day: Date) => string;
  readonly accepted: string;
  readonly over: string;
  readonly closed: string;
  readonly howToJoin: string;
  readonly ended: { readonly title: string; readonly explanation: string };
}

const texts: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: (brand, campaign) => `${brand} invites you to ${campaign}`,
    validUntil: (day) => `The invitation is valid until ${longDay(day, 'en')}.`,
    accepted: 'This invitation has been accepted already.',
    over: 'The campaign is over.',
    closed: 'The campaign takes no members at the moment.',
    howToJoin: 'To join, sign in or register as an affiliate and apply with this invitation:',
    ended: {
      title: 'This invitation has ended',
      explanation: 'It was withdrawn, it has expired, or its address is incomplete.',
    },
  },
  de: {
    title: (brand, campaign) => `${brand} lädt Sie zu ${campaign} ein`,
    validUntil: (day) => `Die Einladung gilt bis zum ${longDay(day, 'de')}.`,
    accepted: 'Diese Einladung wurde bereits angenommen.',
    over: 'Die Kampagne ist beendet.',
    closed: 'Die Kampagne nimmt zurzeit keine Mitglieder auf.',
    howToJoin:
      'Um beizutreten, melden Sie sich als Affiliate an oder registrieren Sie sich, und bewerben Sie sich mit dieser Einladung:',
    ended: {
      title: 'Diese Einladung ist beendet',
      explanation: 'Sie wurde zurückgezogen, ist abgelaufen, oder ihre Adresse ist unvollständig.',
    },
  },
  es: {
    title: (brand, campaign) => `${brand} te invita a ${campaign}`,
    validUntil: (day) => `La invitación vale hasta el ${longDay(day, 'es')}.`,
    accepted: 'Esta invitación ya se ha aceptado.',
    over: 'La campaña ha terminado.',
    closed: 'Por ahora la campaña no admite miembros.',
    howToJoin:
      'Para unirte, inicia sesión o regístrate como afiliado y envía tu solicitud con esta invitación:',
    ended: {
      title: 'Esta invitación ha terminado',
      explanation: 'Se retiró, ha caducado o su dirección está incompleta.',
    },
  },
};

interface Shown {
  readonly campaign: Campaign;
  readonly invitation: Invitation;
  readonly token: string;
}

/** What the invited affiliate can do now. */
function instructions({ campaign, invitation, token }: Shown, language: Language): string {
  const { accepted, over, closed, howToJoin } = texts[language];
  const status = shownStatusOf(campaign);
  if (invitation.acceptedBy !== null) return paragraph(accepted);
  if (status === 'completed' || status === 'archived') return paragraph(over);
  const call = `POST /api/affiliate/campaigns/${campaign.id}/apply {"invitation": "${token}"}`;
  return (
    (status === 'active' ? '' : paragraph(closed)) +
    paragraph(howToJoin) +
    `<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(call)}</pre>`
  );
}

export function endedInvitationPage(language: Language): string {
  const { title, explanation } = texts[language].ended;
  return htmlPage({ language, title, body: paragraph(explanation) });
}

/** Brand, campaign and message of an invitation, and how to join. Names and message are the brand's, escaped. */
export function invitationPage(shown: Shown, language: Language): string {
  const { campaign, invitation } = shown;
  const { message, expiresAt } = invitation;
  const { title, validUntil } = texts[language];
  const body = [
    ...(campaign.description === '' ? [] : [paragraph(campaign.description)]),
    ...(message === null ? [] : [`<blockquote>${escapeHtml(message)}</blockquote>`]),
    ...(expiresAt === null ? [] : [paragraph(validUntil(expiresAt))]),
    instructions(shown, language),
  ];
  return htmlPage({
    language,
    title: title(campaign.brandName, campaign.name),
    body: body.join(''),
  });
}
