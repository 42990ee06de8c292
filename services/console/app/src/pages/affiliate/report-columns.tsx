import { type ReportKind, type ReportRow } from '../../api/affiliate-queries.ts';
import { country, money, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column } from '../../table/query-table.tsx';
import { TwoLines } from '../../ui/lines.tsx';

/** What each kind of report is called. */
export const reportNames = (): readonly (readonly [ReportKind, string])[] => [
  ['campaign', t('By campaign')],
  ['link', t('By link')],
  ['utm', t('By UTM parameters')],
  ['geo', t('By country')],
  ['device', t('By device')],
  ['time_of_day', t('By hour')],
];

type Subject = readonly [title: string, text?: string | undefined];

/** What a row is about. */
export function subjectOf(kind: ReportKind, row: ReportRow): Subject {
  const unknown = t('Unknown');
  const subjects: Readonly<Record<ReportKind, () => Subject>> = {
    campaign: () => [row.campaign_name ?? unknown],
    link: () => [row.tracking_code ?? unknown, row.campaign_name ?? undefined],
    utm: () => [
      [row.utm_source, row.utm_medium, row.utm_campaign].filter(Boolean).join(' / ') || unknown,
    ],
    geo: () => [typeof row.country === 'string' ? country(row.country) : unknown],
    device: () => [row.device ?? unknown, row.browser ?? undefined],
    time_of_day: () => [`${String(row.hour ?? 0).padStart(2, '0')}:00`],
  };
  return subjects[kind]();
}

/** The columns of a report: what a row is about, and what it brought. */
export const reportColumns = (kind: ReportKind): readonly Column<ReportRow>[] => [
  {
    id: 'subject',
    heading: t('What'),
    cell: (row) => {
      const [title, text] = subjectOf(kind, row);
      return <TwoLines title={title} text={text} />;
    },
  },
  { id: 'clicks', heading: t('Clicks'), isNumber: true, cell: ({ clicks }) => whole(clicks) },
  {
    id: 'conversions',
    heading: t('Conversions'),
    isNumber: true,
    isMinor: true,
    cell: ({ conversions }) => whole(conversions),
  },
  {
    id: 'rate',
    heading: t('Conversion rate'),
    isNumber: true,
    isMinor: true,
    cell: ({ conversion_rate: rate }) => percent(rate * 100),
  },
  {
    id: 'epc',
    heading: t('Per click'),
    isNumber: true,
    isMinor: true,
    cell: ({ epc, currency }) => money(epc, currency),
  },
  {
    id: 'earnings',
    heading: t('Earnings'),
    isNumber: true,
    cell: ({ earnings, currency }) => money(earnings, currency),
  },
];
