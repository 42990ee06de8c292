import { brandColumns, brandTitles, isBrandKind } from './brand-report.ts';
import { type Period } from './period.ts';
import { figureColumns, headColumns, type ReportKind } from './report.ts';
import { type ReportQuery } from './report-query.ts';
import {
  type Chart,
  type Column,
  column,
  type ColumnType,
  type Table,
  timeText,
} from './report-table.ts';

const types: Readonly<Record<string, ColumnType>> = {
  campaign_id: 'id',
  link_id: 'id',
  hour: 'count',
  conversion_rate: 'rate',
  revenue: 'money',
  earnings: 'money',
  epc: 'epc',
};

/** The columns of an affiliate's report, those of its kind first. */
const columnsOf = (kind: ReportKind): Column[] => [
  ...headColumns[kind].map((name) => column(name, types[name] ?? 'text')),
  ...figureColumns.map((name) => column(name, types[name] ?? 'count')),
];

const titles: Readonly<Record<ReportKind, string>> = {
  campaign: 'Report by campaign',
  link: 'Report by link',
  utm: 'Report by UTM parameters',
  geo: 'Report by country',
  device: 'Report by device and browser',
  time_of_day: 'Report by hour of the day (UTC)',
};

const clicks = { name: 'gross_clicks', title: 'Clicks', type: 'count' } as const;
const money = (name: string) => {
  const { title } = column(name, 'money');
  return { name, title, type: 'money' } as const;
};

/** The last day of a period, whose end is exclusive. */
function endText({ end }: Period): string {
  const text = timeText(end);
  return text.length === 10 ? timeText(new Date(end.getTime() - 1)).slice(0, 10) : text;
}

/** The filters of a report as text. */
function filtersOf(query: ReportQuery): string[] {
  const { kind, period, currency, campaignId, linkId, onlyAffiliateId } = query;
  const span =
    kind === 'payouts_due'
      ? `Orders until ${endText(period)} (UTC)`
      : `${timeText(period.start)} to ${endText(period)} (UTC)`;
  return [
    span,
    `Currency: ${currency}`,
    ...(campaignId === undefined ? [] : [`Campaign: ${campaignId}`]),
    ...(linkId === undefined ? [] : [`Link: ${linkId}`]),
    ...(onlyAffiliateId === undefined ? [] : [`Affiliate: ${onlyAffiliateId}`]),
  ];
}

const brandCharts = {
  conversions: undefined,
  commissions: undefined,
  payouts_due: { measures: [money('due')], byHour: false },
  affiliates: { measures: [money('commission'), clicks], byHour: false },
} as const satisfies Record<string, Chart | undefined>;

/** What the file of a report shows besides its rows. */
export function tableOf(query: ReportQuery): Table {
  const { kind, currency } = query;
  const common = { filters: filtersOf(query), currency };
  if (isBrandKind(kind)) {
    const [title, columns] = [brandTitles[kind], brandColumns[kind]];
    return { ...common, title, columns, chart: brandCharts[kind] };
  }
  const chart = { measures: [money('earnings'), clicks], byHour: kind === 'time_of_day' } as const;
  return { ...common, title: titles[kind], columns: columnsOf(kind), chart };
}

/** `report-campaign-2026-05-01` without an ending. */
export const fileNameOf = ({ kind, period }: ReportQuery): string => {
  const day =
    kind === 'payouts_due' ? endText(period).slice(0, 10) : timeText(period.start).slice(0, 10);
  return `report-${kind}-${day}`;
};
