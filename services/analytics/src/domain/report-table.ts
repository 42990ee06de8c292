import { currencyExponent } from '@tributary/money';
import { type Figures, metricsOf } from './metrics.ts';
import { type Period } from './period.ts';
import { figureColumns, headColumns, type ReportKind } from './report.ts';

export const exportFormats = ['csv', 'pdf', 'excel'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** The selection of a report. */
export interface ReportQuery {
  readonly kind: ReportKind;
  readonly affiliateId: string;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
  readonly period: Period;
  readonly currency: string;
}

export type Cell = string | number | null;
export type TableRow = Readonly<Record<string, Cell>>;

/** The format of a column. */
export type ColumnType = 'text' | 'count' | 'money' | 'rate' | 'epc';

export interface Column {
  readonly name: string;
  /** The title that people read. */
  readonly title: string;
  readonly type: ColumnType;
}

const types: Readonly<Record<string, ColumnType>> = {
  conversion_rate: 'rate',
  revenue: 'money',
  earnings: 'money',
  epc: 'epc',
};

const inWords = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\b(utm|epc|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The columns of a report, those of its kind first. */
export const columnsOf = (kind: ReportKind): Column[] => [
  ...headColumns[kind].map((name) => ({
    name,
    title: inWords(name),
    type: name === 'hour' ? ('count' as const) : ('text' as const),
  })),
  ...figureColumns.map((name) => ({ name, title: inWords(name), type: types[name] ?? 'count' })),
];

const names: Readonly<Record<ReportKind, string>> = {
  campaign: 'Report by campaign',
  link: 'Report by link',
  utm: 'Report by UTM parameters',
  geo: 'Report by country',
  device: 'Report by device and browser',
  time_of_day: 'Report by hour of the day (UTC)',
};

export const titleOf = (kind: ReportKind): string => names[kind];

/** The filters of a report as text. It names the last day, not the exclusive end. */
export function filtersOf({ period, currency, campaignId, linkId }: ReportQuery): string[] {
  const dateOf = (at: Date): string => {
    const text = at.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 16)}Z`;
  };
  const last = new Date(period.end.getTime() - 1);
  const end =
    dateOf(period.end).length === 10 ? last.toISOString().slice(0, 10) : dateOf(period.end);
  return [
    `${dateOf(period.start)} to ${end} (UTC)`,
    `Currency: ${currency}`,
    ...(campaignId === undefined ? [] : [`Campaign: ${campaignId}`]),
    ...(linkId === undefined ? [] : [`Link: ${linkId}`]),
  ];
}

/** A cell as text for people; an unknown value is a dash. */
export function cellText(cell: Cell | undefined, type: ColumnType, currency: string): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') return cell;
  if (type === 'rate') return `${(cell * 100).toFixed(2)} %`;
  if (type === 'epc') return cell.toFixed(4);
  return type === 'money' ? cell.toFixed(currencyExponent(currency)) : String(cell);
}

/** The last row: sums of all the others. */
export const totalsRow = (kind: ReportKind, figures: Figures, currency: string): TableRow => {
  const [first = ''] = headColumns[kind];
  return { [first]: 'Total', ...metricsOf(figures, currency) };
};

/** `report-campaign-2026-05-01` without an ending. */
export const fileNameOf = ({ kind, period }: ReportQuery): string =>
  `report-${kind}-${period.start.toISOString().slice(0, 10)}`;
