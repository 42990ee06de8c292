import { following, template } from './template.ts';

interface Campaign {
  readonly campaignId: string;
  readonly name: string;
}

const campaignPage = ({ campaignId }: Pick<Campaign, 'campaignId'>): string =>
  `/campaigns/${campaignId}`;

export const campaignCreated = template<Campaign>(campaignPage, {
  en: ({ name }) => ({
    title: `${name} is drafted`,
    message: `The campaign ${name} was created. Affiliates see it once it is active.`,
    action: 'See the campaign',
  }),
  de: ({ name }) => ({
    title: `${name} ist angelegt`,
    message: `Die Kampagne ${name} wurde als Entwurf angelegt. Affiliates sehen sie, sobald sie aktiv ist.`,
    action: 'Kampagne ansehen',
  }),
  es: ({ name }) => ({
    title: `${name} está en borrador`,
    message: `La campaña ${name} se ha creado como borrador. Los afiliados la verán cuando esté activa.`,
    action: 'Ver la campaña',
  }),
});

export const campaignLaunched = template<Campaign>(campaignPage, {
  en: ({ name }) => ({
    title: `${name} is live`,
    message: `The campaign ${name} is active: links and conversions count from now on.`,
    action: 'See the campaign',
  }),
  de: ({ name }) => ({
    title: `${name} ist gestartet`,
    message: `Die Kampagne ${name} ist aktiv: Links und Conversions zählen ab jetzt.`,
    action: 'Kampagne ansehen',
  }),
  es: ({ name }) => ({
    title: `${name} está en marcha`,
    message: `La campaña ${name} está activa: los enlaces y las conversiones cuentan desde ahora.`,
    action: 'Ver la campaña',
  }),
});

export const campaignUpdated = template<Campaign>(campaignPage, {
  en: ({ name }) => ({
    title: `${name} has changed`,
    message: `The brand changed the campaign ${name}. Please look at its terms.`,
    action: 'See the terms',
  }),
  de: ({ name }) => ({
    title: `${name} wurde geändert`,
    message: `Die Marke hat die Kampagne ${name} geändert. Bitte sehen Sie sich die Bedingungen an.`,
    action: 'Bedingungen ansehen',
  }),
  es: ({ name }) => ({
    title: `${name} ha cambiado`,
    message: `La marca ha cambiado la campaña ${name}. Revisa sus condiciones.`,
    action: 'Ver las condiciones',
  }),
});

export const campaignEnded = template<Campaign>(campaignPage, {
  en: ({ name }) => ({
    title: `${name} has ended`,
    message: `The campaign ${name} has ended. Links still redirect, but earn nothing more.`,
    action: 'See the campaign',
  }),
  de: ({ name }) => ({
    title: `${name} ist beendet`,
    message: `Die Kampagne ${name} ist beendet. Links leiten noch weiter, bringen aber nichts mehr ein.`,
    action: 'Kampagne ansehen',
  }),
  es: ({ name }) => ({
    title: `${name} ha terminado`,
    message: `La campaña ${name} ha terminado. Los enlaces siguen redirigiendo, pero ya no generan ingresos.`,
    action: 'Ver la campaña',
  }),
});

interface Application {
  readonly applicationId: string;
  readonly campaignId: string;
  readonly campaignName: string;
}

const applicationPage = ({ applicationId }: Application): string =>
  `/applications/${applicationId}`;

export const applicationApproved = template<Application>(campaignPage, {
  en: ({ campaignName }) => ({
    title: `You are in: ${campaignName}`,
    message: `Your application for ${campaignName} was approved. You can make links now.`,
    action: 'Make a link',
  }),
  de: ({ campaignName }) => ({
    title: `Sie sind dabei: ${campaignName}`,
    message: `Ihre Bewerbung für ${campaignName} wurde angenommen. Sie können jetzt Links anlegen.`,
    action: 'Link anlegen',
  }),
  es: ({ campaignName }) => ({
    title: `Ya estás dentro: ${campaignName}`,
    message: `Tu solicitud para ${campaignName} se ha aprobado. Ya puedes crear enlaces.`,
    action: 'Crear un enlace',
  }),
});

export const applicationRejected = template<Application & { readonly notes: string | null }>(
  applicationPage,
  {
    en: ({ campaignName, notes }) => ({
      title: `Not accepted: ${campaignName}`,
      message: `Your application for ${campaignName} was declined.${following('The brand’s note', notes)}`,
      action: 'See the application',
    }),
    de: ({ campaignName, notes }) => ({
      title: `Nicht angenommen: ${campaignName}`,
      message: `Ihre Bewerbung für ${campaignName} wurde abgelehnt.${following('Anmerkung der Marke', notes)}`,
      action: 'Bewerbung ansehen',
    }),
    es: ({ campaignName, notes }) => ({
      title: `Solicitud rechazada: ${campaignName}`,
      message: `Tu solicitud para ${campaignName} se ha rechazado.${following('Nota de la marca', notes)}`,
      action: 'Ver la solicitud',
    }),
  },
);

export const applicationDeclined = template<Application>(applicationPage, {
  en: ({ campaignName }) => ({
    title: `An application for ${campaignName} was declined`,
    message: `An affiliate’s application for your campaign ${campaignName} was declined.`,
    action: 'See the application',
  }),
  de: ({ campaignName }) => ({
    title: `Eine Bewerbung für ${campaignName} wurde abgelehnt`,
    message: `Die Bewerbung eines Affiliates für Ihre Kampagne ${campaignName} wurde abgelehnt.`,
    action: 'Bewerbung ansehen',
  }),
  es: ({ campaignName }) => ({
    title: `Se ha rechazado una solicitud para ${campaignName}`,
    message: `Se ha rechazado la solicitud de un afiliado para tu campaña ${campaignName}.`,
    action: 'Ver la solicitud',
  }),
});

export const memberJoined = template<Application>(applicationPage, {
  en: ({ campaignName }) => ({
    title: `A new affiliate in ${campaignName}`,
    message: `An affiliate has joined your campaign ${campaignName}.`,
    action: 'See the affiliate',
  }),
  de: ({ campaignName }) => ({
    title: `Ein neuer Affiliate in ${campaignName}`,
    message: `Ein Affiliate nimmt jetzt an Ihrer Kampagne ${campaignName} teil.`,
    action: 'Affiliate ansehen',
  }),
  es: ({ campaignName }) => ({
    title: `Un nuevo afiliado en ${campaignName}`,
    message: `Un afiliado se ha unido a tu campaña ${campaignName}.`,
    action: 'Ver al afiliado',
  }),
});

interface Invitation {
  readonly token: string;
  readonly campaignName: string;
  readonly brandName: string;
  /** The brand’s message to the affiliate. */
  readonly message: string | null;
  readonly expiresAt: string;
}

const invitationPage = ({ token }: Pick<Invitation, 'token'>): string => `/invitations/${token}`;

export const campaignInvitation = template<Invitation>(invitationPage, {
  en: ({ campaignName, brandName, message, expiresAt }, { day }) => ({
    title: `${brandName} invites you to ${campaignName}`,
    message:
      `${brandName} invites you to promote ${campaignName}. The first person who follows the link can join with it, ` +
      `once, until ${day(expiresAt)}.${following(`${brandName} writes`, message)}`,
    action: 'See the invitation',
  }),
  de: ({ campaignName, brandName, message, expiresAt }, { day }) => ({
    title: `${brandName} lädt Sie zu ${campaignName} ein`,
    message:
      `${brandName} lädt Sie ein, ${campaignName} zu bewerben. Wer dem Link zuerst folgt, kann damit einmal teilnehmen, ` +
      `bis zum ${day(expiresAt)}.${following(`${brandName} schreibt`, message)}`,
    action: 'Einladung ansehen',
  }),
  es: ({ campaignName, brandName, message, expiresAt }, { day }) => ({
    title: `${brandName} te invita a ${campaignName}`,
    message:
      `${brandName} te invita a promocionar ${campaignName}. La primera persona que abra el enlace puede unirse con él, ` +
      `una sola vez, hasta el ${day(expiresAt)}.${following(`${brandName} escribe`, message)}`,
    action: 'Ver la invitación',
  }),
});

/** The invitation of a brand that has not proved its e-mail address: without any text of the brand. */
export const plainInvitation = template<Pick<Invitation, 'token' | 'expiresAt'>>(invitationPage, {
  en: ({ expiresAt }, { day }) => ({
    title: 'A brand invites you to its campaign',
    message:
      'A brand invites you to promote its campaign at Tributary. The first person who follows the link ' +
      `can join with it, once, until ${day(expiresAt)}.`,
    action: 'See the invitation',
  }),
  de: ({ expiresAt }, { day }) => ({
    title: 'Eine Marke lädt Sie zu ihrer Kampagne ein',
    message:
      'Eine Marke lädt Sie ein, ihre Kampagne bei Tributary zu bewerben. Wer dem Link zuerst folgt, kann ' +
      `damit einmal teilnehmen, bis zum ${day(expiresAt)}.`,
    action: 'Einladung ansehen',
  }),
  es: ({ expiresAt }, { day }) => ({
    title: 'Una marca te invita a su campaña',
    message:
      'Una marca te invita a promocionar su campaña en Tributary. La primera persona que abra el enlace puede ' +
      `unirse con él, una sola vez, hasta el ${day(expiresAt)}.`,
    action: 'Ver la invitación',
  }),
});
