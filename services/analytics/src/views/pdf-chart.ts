import {
  cellText,
  type Chart,
  type Column,
  isText,
  type Measure,
  type TableRow,
} from '../domain/report-table.ts';
import { type Page, write } from './pdf-page.ts';

const BAR = '#2e6fdb';
const AXIS = '#d0d5dd';
const GREY = '#667085';
const BAR_HEIGHT = 13;
const LABEL_WIDTH = 170;
const VALUE_WIDTH = 80;
const HOUR_CHART_HEIGHT = 110;

const labelOf = (row: TableRow, columns: readonly Column[]): string => {
  const known = columns
    .filter((column) => isText(column) && column.type !== 'id')
    .map(({ name }) => row[name] ?? null)
    .filter((cell) => cell !== null);
  return known.length === 0 ? 'Unknown' : known.join(' · ');
};

const valueOf = (row: TableRow, { name }: Measure): number => Number(row[name] ?? 0);

/** The first measure with values, else the last. */
const measureOf = (rows: readonly TableRow[], { measures }: Chart): Measure =>
  measures.find((measure) => rows.some((row) => valueOf(row, measure) > 0)) ??
  measures.at(-1) ??
  measures[0];

function bars({ pdf, left, width }: Page, rows: readonly TableRow[], about: ChartAbout): void {
  const { columns, currency, measure } = about;
  const greatest = Math.max(...rows.map((row) => valueOf(row, measure)), 1e-9);
  const room = width - LABEL_WIDTH - VALUE_WIDTH - 16;
  for (const row of rows) {
    const { y } = pdf;
    const value = valueOf(row, measure);
    write(pdf, 'regular', 8).text(labelOf(row, columns), left, y + 2, {
      width: LABEL_WIDTH,
      height: BAR_HEIGHT,
      ellipsis: true,
      lineBreak: false,
    });
    const length = Math.max(0.5, (value / greatest) * room);
    pdf.rect(left + LABEL_WIDTH + 8, y + 1, length, BAR_HEIGHT - 3).fill(BAR);
    write(pdf, 'regular', 8, GREY).text(
      cellText(value, measure.type, currency),
      left + LABEL_WIDTH + 12 + length,
      y + 2,
      { width: VALUE_WIDTH, lineBreak: false },
    );
    pdf.y = y + BAR_HEIGHT;
  }
}

/** A day as columns, hour by hour. */
function hours({ pdf, left, width }: Page, rows: readonly TableRow[], measure: Measure): void {
  const greatest = Math.max(...rows.map((row) => valueOf(row, measure)), 1e-9);
  const top = pdf.y;
  const bottom = top + HOUR_CHART_HEIGHT;
  const step = width / rows.length;
  rows.forEach((row, index) => {
    const height = (valueOf(row, measure) / greatest) * (HOUR_CHART_HEIGHT - 4);
    const x = left + index * step;
    if (height > 0) pdf.rect(x + 3, bottom - height, step - 6, height).fill(BAR);
    write(pdf, 'regular', 7, GREY).text(String(row['hour'] ?? ''), x, bottom + 3, {
      width: step,
      align: 'center',
      lineBreak: false,
    });
  });
  pdf
    .moveTo(left, bottom)
    .lineTo(left + width, bottom)
    .lineWidth(0.7)
    .stroke(AXIS);
  pdf.y = bottom + 16;
}

interface ChartAbout {
  readonly columns: readonly Column[];
  readonly currency: string;
  readonly measure: Measure;
}

/** The first rows as bars; the hours of a day as columns. */
export function drawChart(
  page: Page,
  rows: readonly TableRow[],
  { columns, currency, chart }: Omit<ChartAbout, 'measure'> & { readonly chart: Chart },
): void {
  if (rows.length === 0) return;
  const measure = measureOf(rows, chart);
  const what = measure.type === 'money' ? `${measure.title}, ${currency}` : measure.title;
  const which = chart.byHour ? 'by hour' : 'the first rows';
  write(page.pdf, 'bold', 9).text(`${what}, ${which}`, page.left, page.pdf.y);
  page.pdf.y += 4;
  if (chart.byHour) hours(page, rows, measure);
  else bars(page, rows, { columns, currency, measure });
  page.pdf.y += 12;
}
