import { currencyExponent } from '@tributary/money';

export const exportFormats = ['csv', 'pdf', 'excel'] as const;
export type ExportFormat = (typeof exportFormats)[number];
/** The names by which callers request an export: `xlsx` is another one of `excel`. */
export const exportFormatNames = [...exportFormats, 'xlsx'] as const;

export const exportFormatOf = (name: (typeof exportFormatNames)[number]): ExportFormat =>
  name === 'xlsx' ? 'excel' : name;

/** A time is ISO 8601 text in a column of times. */
export type Cell = string | number | null;
export type TableRow = Readonly<Record<string, Cell>>;

/** The format of a column. */
export type ColumnType = 'text' | 'id' | 'time' | 'count' | 'money' | 'rate' | 'epc';

export interface Column {
  readonly name: string;
  /** The title that people read. */
  readonly title: string;
  readonly type: ColumnType;
}

/** A column whose values are charted. */
export type Measure = Pick<Column, 'name' | 'title' | 'type'>;

export interface Chart {
  /** The first one with values is shown, else the last. */
  readonly measures: readonly [Measure, ...Measure[]];
  /** Whether the rows are the hours of a day. */
  readonly byHour: boolean;
}

/** What a report's file shows besides its rows. */
export interface Table {
  readonly title: string;
  readonly filters: readonly string[];
  readonly columns: readonly Column[];
  readonly currency: string;
  readonly chart: Chart | undefined;
}

const inWords = (name: string): string => {
  const words = name
    .replaceAll('_', ' ')
    .replace(/\b(utm|epc|id)\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const column = (name: string, type: ColumnType): Column => ({
  name,
  title: inWords(name),
  type,
});

export const isText = ({ type }: Column): boolean =>
  type === 'text' || type === 'id' || type === 'time';

/** The columns of a page: names instead of ids, which leaves room for the figures. */
export const paperColumns = (columns: readonly Column[]): Column[] =>
  columns.filter(({ type }) => type !== 'id');

/** The last row of a page: the sums of all the others, named in its first column. */
export function totalsRow(columns: readonly Column[], totals: TableRow): TableRow {
  const blank = Object.fromEntries(columns.map(({ name }) => [name, '']));
  const [first] = paperColumns(columns);
  return { ...blank, ...totals, ...(first === undefined ? {} : { [first.name]: 'Total' }) };
}

/** A time to the minute, or the day alone. */
export function timeText(at: Date): string {
  const text = at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : `${text.slice(0, 16)}Z`;
}

/** A cell as text for people; an unknown value is a dash. */
export function cellText(cell: Cell | undefined, type: ColumnType, currency: string): string {
  if (cell === null || cell === undefined) return '–';
  if (typeof cell === 'string') {
    return type === 'time' ? cell.slice(0, 16).replace('T', ' ') : cell;
  }
  if (type === 'rate') return `${(cell * 100).toFixed(2)} %`;
  if (type === 'epc') return cell.toFixed(4);
  return type === 'money' ? cell.toFixed(currencyExponent(currency)) : String(cell);
}
