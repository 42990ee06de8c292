import { cellText, type TableRow } from '../domain/report-table.ts';
import { headColumns, type ReportKind } from '../domain/report.ts';
import { type Page, write } from './pdf-page.ts';

const BAR = '#2e6fdb';
const AXIS = '#d0d5dd';
const GREY = '#667085';
const BAR_HEIGHT = 13;
const LABEL_WIDTH = 170;
const VALUE_WIDTH = 80;
const HOUR_CHART_HEIGHT = 110;

const labelOf = (row: TableRow, kind: ReportKind): string => {
  const known = headColumns[kind]
    .filter((name) => !name.endsWith('_id'))
    .map((name) => row[name] ?? null)
    .filter((cell) => cell !== null);
  return known.length === 0 ? 'Unknown' : known.join(' · ');
};

const valueOf = (row: TableRow, measure: string): number => Number(row[measure] ?? 0);

/** Earnings where there are any, else clicks. */
const measureOf = (rows: readonly TableRow[]): 'earnings' | 'gross_clicks' =>
  rows.some((row) => valueOf(row, 'earnings') > 0) ? 'earnings' : 'gross_clicks';

function bars({ pdf, left, width }: Page, rows: readonly TableRow[], about: ChartAbout): void {
  const { kind, currency, measure } = about;
  const greatest = Math.max(...rows.map((row) => valueOf(row, measure)), 1e-9);
  const room = width - LABEL_WIDTH - VALUE_WIDTH - 16;
  for (const row of rows) {
    const { y } = pdf;
    const value = valueOf(row, measure);
    const type = measure === 'earnings' ? 'money' : 'count';
    write(pdf, 'regular', 8).text(labelOf(row, kind), left, y + 2, {
      width: LABEL_WIDTH,
      height: BAR_HEIGHT,
      ellipsis: true,
      lineBreak: false,
    });
    const length = Math.max(0.5, (value / greatest) * room);
    pdf.rect(left + LABEL_WIDTH + 8, y + 1, length, BAR_HEIGHT - 3).fill(BAR);
    write(pdf, 'regular', 8, GREY).text(
      cellText(value, type, currency),
      left + LABEL_WIDTH + 12 + length,
      y + 2,
      { width: VALUE_WIDTH, lineBreak: false },
    );
    pdf.y = y + BAR_HEIGHT;
  }
}

/** A day as columns, hour by hour. */
function hours({ pdf, left, width }: Page, rows: readonly TableRow[], measure: string): void {
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
  readonly kind: ReportKind;
  readonly currency: string;
  readonly measure: 'earnings' | 'gross_clicks';
}

/** The first rows as bars; the hours of a day as columns. */
export function drawChart(
  page: Page,
  rows: readonly TableRow[],
  { kind, currency }: Omit<ChartAbout, 'measure'>,
): void {
  if (rows.length === 0) return;
  const measure = measureOf(rows);
  const what = measure === 'earnings' ? `Earnings, ${currency}` : 'Clicks';
  const which = kind === 'time_of_day' ? 'by hour' : 'the first rows';
  write(page.pdf, 'bold', 9).text(`${what}, ${which}`, page.left, page.pdf.y);
  page.pdf.y += 4;
  if (kind === 'time_of_day') hours(page, rows, measure);
  else bars(page, rows, { kind, currency, measure });
  page.pdf.y += 12;
}
