import { type Language } from '@tributary/contracts';
import { type Formats } from './formats.ts';
import { template } from './template.ts';

type Frequency = 'daily' | 'weekly' | 'monthly';

interface Report {
  readonly kind: string;
  readonly rows: number;
  readonly downloadUrl: string;
  readonly expiresAt: string;
  readonly schedule: {
    readonly frequency: Frequency;
    readonly from: string;
    readonly to: string;
  };
}

const kinds: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    campaign: 'by campaign',
    link: 'by link',
    utm: 'by UTM parameters',
    geo: 'by country',
    device: 'by device and browser',
    time_of_day: 'by hour of the day',
    conversions: 'on conversions',
    commissions: 'on commissions',
    payouts_due: 'on payouts due',
    affiliates: 'on affiliates',
  },
  de: {
    campaign: 'nach Kampagne',
    link: 'nach Link',
    utm: 'nach UTM-Parametern',
    geo: 'nach Land',
    device: 'nach Gerät und Browser',
    time_of_day: 'nach Tageszeit',
    conversions: 'über Conversions',
    commissions: 'über Provisionen',
    payouts_due: 'über fällige Auszahlungen',
    affiliates: 'über Affiliates',
  },
  es: {
    campaign: 'por campaña',
    link: 'por enlace',
    utm: 'por parámetros UTM',
    geo: 'por país',
    device: 'por dispositivo y navegador',
    time_of_day: 'por hora del día',
    conversions: 'de conversiones',
    commissions: 'de comisiones',
    payouts_due: 'de pagos pendientes',
    affiliates: 'de afiliados',
  },
};

const germanFrequencies: Readonly<Record<Frequency, string>> = {
  daily: 'täglicher',
  weekly: 'wöchentlicher',
  monthly: 'monatlicher',
};
const spanishFrequencies: Readonly<Record<Frequency, string>> = {
  daily: 'diario',
  weekly: 'semanal',
  monthly: 'mensual',
};

const spanOf = ({ from, to }: Report['schedule'], { date }: Formats, until: string): string =>
  from === to ? date(from) : `${date(from)} ${until} ${date(to)}`;

export const scheduledReport = template<Report>(({ downloadUrl }) => downloadUrl, {
  en: ({ kind, rows, expiresAt, schedule }, formats) => ({
    title: `Your ${schedule.frequency} report, ${spanOf(schedule, formats, 'to')}`,
    message:
      `Your report ${kinds.en[kind] ?? kind} of ${spanOf(schedule, formats, 'to')} is ready, with ${formats.count(rows)} rows. ` +
      `The link opens it without signing in until ${formats.day(expiresAt)}.`,
    action: 'Open the report',
  }),
  de: ({ kind, rows, expiresAt, schedule }, formats) => ({
    title: `Ihr ${germanFrequencies[schedule.frequency]} Bericht, ${spanOf(schedule, formats, 'bis')}`,
    message:
      `Ihr Bericht ${kinds.de[kind] ?? kind} für ${spanOf(schedule, formats, 'bis')} ist fertig und hat ${formats.count(rows)} Zeilen. ` +
      `Der Link öffnet ihn ohne Anmeldung bis zum ${formats.day(expiresAt)}.`,
    action: 'Bericht öffnen',
  }),
  es: ({ kind, rows, expiresAt, schedule }, formats) => ({
    title: `Tu informe ${spanishFrequencies[schedule.frequency]} del ${spanOf(schedule, formats, 'al')}`,
    message:
      `Tu informe ${kinds.es[kind] ?? kind} del ${spanOf(schedule, formats, 'al')} está listo y tiene ${formats.count(rows)} filas. ` +
      `El enlace lo abre sin iniciar sesión hasta el ${formats.day(expiresAt)}.`,
    action: 'Abrir el informe',
  }),
});
