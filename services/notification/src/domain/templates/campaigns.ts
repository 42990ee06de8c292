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
});
