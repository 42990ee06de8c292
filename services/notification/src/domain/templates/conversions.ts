import { following, template } from './template.ts';

interface DeniedConversion {
  readonly conversionId: string;
  readonly orderId: string;
  /** The campaign’s name, where it is known. */
  readonly campaign: string | undefined;
  readonly notes: string | null;
}

const within = (preposition: string, campaign: string | undefined): string =>
  campaign === undefined ? '' : ` ${preposition} ${campaign}`;

export const commissionDenied = template<DeniedConversion>(
  ({ conversionId }) => `/conversions/${conversionId}`,
  {
    en: ({ orderId, campaign, notes }) => ({
      title: 'A conversion was declined',
      message: `Order ${orderId}${within('in', campaign)} was declined and earns no commission.${following('The brand’s note', notes)}`,
      action: 'See the conversion',
    }),
    de: ({ orderId, campaign, notes }) => ({
      title: 'Eine Conversion wurde abgelehnt',
      message: `Die Bestellung ${orderId}${within('in', campaign)} wurde abgelehnt und bringt keine Provision.${following('Anmerkung der Marke', notes)}`,
      action: 'Conversion ansehen',
    }),
    es: ({ orderId, campaign, notes }) => ({
      title: 'Se ha rechazado una conversión',
      message: `El pedido ${orderId}${within('de', campaign)} se ha rechazado y no genera ninguna comisión.${following('Nota de la marca', notes)}`,
      action: 'Ver la conversión',
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
    es: ({ conversions }, { count }) => ({
      title: 'Las conversiones de un afiliado parecen sospechosas',
      message: `Las últimas ${count(conversions)} conversiones de uno de tus afiliados tienen un riesgo alto de fraude. Revísalas antes de aprobar más.`,
      action: 'Ver al afiliado',
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
    es: () => ({
      title: 'El tráfico de un afiliado parece sospechoso',
      message:
        'El tráfico de uno de tus afiliados muestra una señal clara de fraude. Sus pedidos no se retienen solo por eso: revisa los indicios.',
      action: 'Ver al afiliado',
    }),
  },
);

export const affiliateAccount = template<Pick<Suspicion, 'affiliateId'>>(
  ({ affiliateId }) => `/affiliates/${affiliateId}`,
  {
    en: () => ({
      title: 'An affiliate’s account looks suspicious',
      message:
        'The account of an affiliate who applied to one of your campaigns is connected with other suspicious accounts. Its application shows by what. Nothing is held for that alone.',
      action: 'See the affiliate',
    }),
    de: () => ({
      title: 'Das Konto eines Affiliates ist auffällig',
      message:
        'Das Konto eines Affiliates, der sich für eine Ihrer Kampagnen beworben hat, hängt mit anderen auffälligen Konten zusammen. Seine Bewerbung zeigt, wodurch. Deshalb allein wird nichts zurückgehalten.',
      action: 'Affiliate ansehen',
    }),
    es: () => ({
      title: 'La cuenta de un afiliado parece sospechosa',
      message:
        'La cuenta de un afiliado que solicitó una de tus campañas está relacionada con otras sospechosas. Su solicitud muestra por qué. No se retiene nada solo por eso.',
      action: 'Ver al afiliado',
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
  es: (flagged, { count }) => ({
    title:
      flagged === 1
        ? 'Una conversión marcada espera tu decisión'
        : `${count(flagged)} conversiones marcadas esperan tu decisión`,
    message:
      'La decisión está pendiente desde hace más de 14 días. Hasta que decidas, no se paga nada.',
    action: 'Decidir ahora',
  }),
});
