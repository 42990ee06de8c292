import { type Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { type Fonts } from '@tributary/service';
import {
  cellText,
  type Column,
  isText,
  paperColumns,
  type TableRow,
  totalsRow,
} from '../domain/report-table.ts';
import { HOURS_A_DAY } from '../domain/report-view.ts';
import { drawChart } from './pdf-chart.ts';
import { type Page, type Pdf, write } from './pdf-page.ts';
import { type ReportSource } from './report-source.ts';

const MARGIN = 36;
/** A4, landscape. */
const WIDTH = 841.89 - 2 * MARGIN;
const BOTTOM = 595.28 - 50;
const GREY = '#667085';
const RULE = '#e4e7ec';
const SHADE = '#f2f4f7';
const ROW_HEIGHT = 15;
const CHARTED_ROWS = 10;
/** Two lines of a title. */
const HEAD_HEIGHT = 24;
const HEAD_SIZE = 6.2;
const SIZE = 7;

interface Place extends Column {
  readonly x: number;
  readonly width: number;
}

function placesOf(columns: readonly Column[]): Place[] {
  const shown = paperColumns(columns);
  const texts = shown.filter(isText).length;
  const narrow = texts < 3 || shown.length < 12 ? 54 : 48;
  const figureWidth = texts === 0 ? WIDTH / shown.length : narrow;
  const textWidth = (WIDTH - figureWidth * (shown.length - texts)) / Math.max(1, texts);
  let x = MARGIN;
  return shown.map((column) => {
    const width = isText(column) ? textWidth : figureWidth;
    const place = { ...column, x, width };
    x += width;
    return place;
  });
}

interface Line {
  readonly font: 'regular' | 'bold';
  readonly height: number;
  readonly textOf: (place: Place) => string;
}

function writeLine(pdf: Pdf, places: readonly Place[], { font, height, textOf }: Line): void {
  const { y } = pdf;
  write(pdf, font, height === HEAD_HEIGHT ? HEAD_SIZE : SIZE);
  for (const place of places) {
    pdf.text(textOf(place), place.x + 3, y + 3, {
      width: place.width - 6,
      height: height - 4,
      align: isText(place) ? 'left' : 'right',
      ellipsis: true,
    });
  }
  pdf.y = y + height;
}

function tableHead(pdf: Pdf, places: readonly Place[]): void {
  pdf.rect(MARGIN, pdf.y, WIDTH, HEAD_HEIGHT).fill(SHADE);
  writeLine(pdf, places, { font: 'bold', height: HEAD_HEIGHT, textOf: ({ title }) => title });
}

interface Table {
  readonly pdf: Pdf;
  readonly places: readonly Place[];
  readonly currency: string;
}

function addRow({ pdf, places, currency }: Table, row: TableRow, font: 'regular' | 'bold'): void {
  if (pdf.y + ROW_HEIGHT > BOTTOM) {
    pdf.addPage();
    tableHead(pdf, places);
  }
  writeLine(pdf, places, {
    font,
    height: ROW_HEIGHT,
    textOf: ({ name, type }) => cellText(row[name], type, currency),
  });
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + WIDTH, pdf.y)
    .lineWidth(0.4)
    .stroke(RULE);
}

const drained = (pdf: Pdf): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  setImmediate(resolve, undefined);
  return pdf.readableLength < 1_048_576 ? Promise.resolve() : promise;
};

/** Reads the rows that are charted; the others stay unread. */
async function firstRows(rows: AsyncIterator<TableRow>, count: number): Promise<TableRow[]> {
  const first: TableRow[] = [];
  while (first.length < count) {
    const next = await rows.next();
    if (next.done === true) break;
    first.push(next.value);
  }
  return first;
}

async function fill(pdf: Pdf, source: ReportSource): Promise<void> {
  const { title, filters, columns, currency, chart } = source.table;
  const page: Page = { pdf, left: MARGIN, width: WIDTH, bottom: BOTTOM };
  write(pdf, 'bold', 16).text(title, MARGIN, MARGIN);
  write(pdf, 'regular', 9, GREY).text(filters.join('  ·  '), MARGIN, pdf.y + 4);
  pdf.y += 14;
  const rows = source.rows()[Symbol.asyncIterator]();
  const first = await firstRows(rows, chart?.byHour === true ? HOURS_A_DAY : CHARTED_ROWS);
  if (chart !== undefined) drawChart(page, first, { columns, currency, chart });
  const table = { pdf, places: placesOf(columns), currency };
  tableHead(pdf, table.places);
  for (const row of first) addRow(table, row, 'regular');
  for (let next = await rows.next(); next.done !== true; next = await rows.next()) {
    addRow(table, next.value, 'regular');
    await drained(pdf);
  }
  addRow(table, totalsRow(columns, source.totals), 'bold');
  pdf.end();
}

/** The rows as a PDF: title, filters, a chart, the table and its totals. Written while it is read. */
export function writePdf(source: ReportSource, fonts: Fonts): Readable {
  const pdf: Pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
    // None by itself: it would be taken for the registered one, which is then read anew at each use.
    font: '',
    info: { Title: source.table.title },
  });
  pdf.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  let page = 1;
  const footer = (): void => {
    const { y } = pdf;
    const text = `${source.table.title} · page ${String(page)}`;
    write(pdf, 'regular', 7, GREY).text(text, MARGIN, 565, { width: WIDTH, align: 'center' });
    pdf.y = y;
    page += 1;
  };
  footer();
  pdf.on('pageAdded', () => {
    footer();
    pdf.y = MARGIN;
  });
  const readable = pdf as unknown as Readable;
  void fill(pdf, source).catch((error: unknown) => {
    readable.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return readable;
}
