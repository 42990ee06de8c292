import { following, template } from './template.ts';

interface DeniedConversion {
  readonly conversionId: string;
  readonly orderId: string;
  /** The campaign’s name, where it is known. */
  readonly campaign: string | undefined;
  readonly notes: string | null;
}

const within = (campaign: string | undefined): string =>
  campaign === undefined ? '' : ` in ${campaign}`;

export const commissionDenied = template<DeniedConversion>(
  ({ conversionId }) => `/conversions/${conversionId}`,
  {
    en: ({ orderId, campaign, notes }) => ({
      title: 'A conversion was declined',
      message: `Order ${orderId}${within(campaign)} was declined and earns no commission.${following('The brand’s note', notes)}`,
      action: 'See the conversion',
    }),
    de: ({ orderId, campaign, notes }) => ({
      title: 'Eine Conversion wurde abgelehnt',
      message: `Die Bestellung ${orderId}${within(campaign)} wurde abgelehnt und bringt keine Provision.${following('Anmerkung der Marke', notes)}`,
      action: 'Conversion ansehen',
    }),
  },
);

interface Suspicion {
  readonly affiliateId: string;
  readonly conversions: number;
}

export const affiliateSuspected = template<Suspicion>(
  ({ affiliateId }) => `/affiliates/${affiliateId}`,
  {
    en: ({ conversions }, { count }) => ({
      title: 'An affiliate’s conversions look suspicious',
      message: `The last ${count(conversions)} conversions of one of your affiliates score high for fraud. Look at them before you approve more.`,
      action: 'See the affiliate',
    }),
    de: ({ conversions }, { count }) => ({
      title: 'Die Conversions eines Affiliates sind auffällig',
      message: `Die letzten ${count(conversions)} Conversions eines Ihrer Affiliates werden als betrugsverdächtig bewertet. Bitte prüfen Sie sie, bevor Sie weitere freigeben.`,
      action: 'Affiliate ansehen',
    }),
  },
);

export const affiliateCase = template<Pick<Suspicion, 'affiliateId'>>(
  ({ affiliateId }) => `/affiliates/${affiliateId}`,
  {
    en: () => ({
      title: 'An affiliate’s traffic looks suspicious',
      message:
        'The traffic of one of your affiliates shows a strong sign of fraud. Its orders are not held for that alone: look at the evidence.',
      action: 'See the affiliate',
    }),
    de: () => ({
      title: 'Der Traffic eines Affiliates ist auffällig',
      message:
        'Der Traffic eines Ihrer Affiliates zeigt ein starkes Anzeichen von Betrug. Bestellungen werden deshalb allein nicht zurückgehalten: Bitte prüfen Sie die Hinweise.',
      action: 'Affiliate ansehen',
    }),
  },
);

export const fraudReviewsOverdue = template<number>(() => '/conversions?status=flagged', {
  en: (flagged, { count }) => ({
    title:
      flagged === 1
        ? 'A flagged conversion waits for you'
        : `${count(flagged)} flagged conversions wait for you`,
    message:
      'They were flagged more than 14 days ago and nobody has decided them. Nothing is paid on them until you do.',
    action: 'Decide them',
  }),
  de: (flagged, { count }) => ({
    title:
      flagged === 1
        ? 'Eine markierte Conversion wartet auf Sie'
        : `${count(flagged)} markierte Conversions warten auf Sie`,
    message:
      'Sie wurden vor mehr als 14 Tagen markiert, und niemand hat darüber entschieden. Bis dahin wird nichts dafür ausgezahlt.',
    action: 'Jetzt entscheiden',
  }),
});
