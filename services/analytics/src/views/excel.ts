import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { DAY_MS } from '@tributary/units';
import { type Cell, type Column, isText, type TableRow } from '../domain/report-table.ts';
import {
  cellAddress,
  packageFiles,
  SHEET_TAIL,
  sheetHead,
  sheetPath,
  styles,
  xmlText,
} from './excel-package.ts';
import { type ReportSource } from './report-source.ts';

/** The maximum of the format. */
const ROWS_A_SHEET = 1_048_576;
/** Rows per chunk. */
const BATCH = 200;
/** Sheets are repetitive: the fastest level compresses them nearly as well as the best. */
const PACKED = { compressionLevel: 1 };

/** Rows that the sheets read one after the other. */
interface Rows {
  /** Whether there is another row. */
  readonly more: () => boolean;
  readonly take: () => Promise<TableRow>;
  readonly close: () => Promise<unknown>;
}

async function openRows(source: ReportSource): Promise<Rows> {
  const iterator = source.rows()[Symbol.asyncIterator]();
  let next = await iterator.next();
  return {
    more: () => next.done !== true,
    take: async () => {
      const row = next.value as TableRow;
      next = await iterator.next();
      return row;
    },
    close: async () => iterator.return?.(),
  };
}

/** Days since 1899-12-30, which is how the format counts time. */
const serialOf = (time: string): number => Date.parse(time) / DAY_MS + 25_569;

const cellXml = (address: string, cell: Cell, style: number): string => {
  const place = `<c r="${address}" s="${String(style)}"`;
  if (typeof cell === 'number') return `${place}><v>${String(cell)}</v></c>`;
  if (cell === null) return '';
  // Typed as text, a value is never a formula.
  return `${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
};

type StyledCell = readonly [Cell, number];

const rowXml = (row: number, cells: readonly StyledCell[]): string => {
  const written = cells.map(([cell, style], column) =>
    cellXml(cellAddress(row, column), cell, style),
  );
  return `<row r="${String(row)}">${written.join('')}</row>`;
};

const widthOf = (column: Column): number => {
  if (!isText(column)) return 15;
  return column.type === 'id' ? 38 : 24;
};

const styledCell = ({ name, type }: Column, row: TableRow): StyledCell => {
  const cell = row[name] ?? null;
  const isTime = type === 'time' && typeof cell === 'string';
  return [isTime ? serialOf(cell) : cell, styles.cell(type, false)];
};

/** A frozen header and as many rows as fit: nothing else, so that programs read the sheet as a table. */
async function* sheetXml(
  columns: readonly Column[],
  rows: Rows,
  lastRow: number,
): AsyncGenerator<string> {
  yield sheetHead(columns.map(widthOf), true);
  yield rowXml(
    1,
    columns.map(({ title }) => [title, styles.header]),
  );
  let batch: string[] = [];
  for (let at = 2; rows.more() && at <= lastRow; at += 1) {
    const row = await rows.take();
    batch.push(
      rowXml(
        at,
        columns.map((column) => styledCell(column, row)),
      ),
    );
    if (batch.length < BATCH) continue;
    yield batch.join('');
    batch = [];
  }
  yield batch.join('');
  yield SHEET_TAIL;
}

/** Title, filters and totals. */
function aboutXml({ table, totals, rowCount }: ReportSource): string {
  const text = (cell: Cell): StyledCell => [cell, styles.cell('text', false)];
  const summed = table.columns.filter((column) => !isText(column) && column.name in totals);
  const lines: StyledCell[][] = [
    [[table.title, styles.title]],
    ...table.filters.map((filter) => [text(filter)]),
    [['Total', styles.header]],
    [text('Rows'), [rowCount, styles.cell('count', false)]],
    ...summed.map((column) => [text(column.title), styledCell(column, totals)]),
  ];
  const rows = lines.map((cells, index) => rowXml(index + 1, cells));
  return [sheetHead([40, 20], false), ...rows, SHEET_TAIL].join('');
}

/**
 * Writes the workbook sheet by sheet. The parts that list the sheets follow them, because their number is
 * known only then.
 */
async function fill(
  archive: ZipFile,
  { source, lastRow, output }: { source: ReportSource; lastRow: number; output: Readable },
): Promise<void> {
  const rows = await openRows(source);
  try {
    let sheets = 0;
    do {
      // The reader has closed the stream.
      if (output.destroyed) return;
      sheets += 1;
      const sheet = Readable.from(sheetXml(source.table.columns, rows, lastRow));
      const stop = () => sheet.destroy();
      output.once('close', stop);
      archive.addReadStream(sheet, sheetPath(sheets), PACKED);
      await finished(sheet);
      output.off('close', stop);
    } while (rows.more());
    sheets += 1;
    archive.addBuffer(Buffer.from(aboutXml(source)), sheetPath(sheets), PACKED);
    const files = packageFiles(sheets, source.table.currency);
    for (const [name, text] of files) archive.addBuffer(Buffer.from(text), name, PACKED);
    archive.end();
  } finally {
    await rows.close();
  }
}

/**
 * The rows as a workbook, written while it is read, on as many sheets as the rows need.
 * @param rowsASheet with the header
 */
export function writeExcel(source: ReportSource, rowsASheet = ROWS_A_SHEET): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream.pipe(new PassThrough());
  const fail = (error: Error) => output.destroy(error);
  // A sheet that fails reports its error both here and to its writer.
  archive.on('error', fail);
  void fill(archive, { source, lastRow: rowsASheet, output }).catch(fail);
  return output;
}
