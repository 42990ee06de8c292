import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import {
  type Cell,
  type Column,
  columnsOf,
  filtersOf,
  type TableRow,
  titleOf,
  totalsRow,
} from '../domain/report-table.ts';
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
const HEADER_ROWS = 3;
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

const cellXml = (address: string, cell: Cell, style: number): string => {
  const place = `<c r="${address}" s="${String(style)}"`;
  if (typeof cell === 'number') return `${place}><v>${String(cell)}</v></c>`;
  if (cell === null) return '';
  // Typed as text, a value is never a formula.
  return `${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`;
};

const rowXml = (row: number, cells: readonly (readonly [Cell, number])[]): string => {
  const written = cells.map(([cell, style], column) =>
    cellXml(cellAddress(row, column), cell, style),
  );
  return `<row r="${String(row)}">${written.join('')}</row>`;
};

const widthOf = ({ name, type }: Column): number => {
  if (type !== 'text') return 15;
  return name.endsWith('_id') ? 38 : 24;
};

/** Title and filters, a frozen header, as many rows as fit, and the totals after the last row. */
async function* sheetXml(
  { query, totals }: ReportSource,
  rows: Rows,
  lastRow: number,
): AsyncGenerator<string> {
  const { kind, currency } = query;
  const columns = columnsOf(kind);
  const line = (at: number, row: TableRow, bold: boolean): string =>
    rowXml(
      at,
      columns.map(({ name, type }) => [row[name] ?? null, styles.cell(type, bold)]),
    );
  yield sheetHead(columns.map(widthOf), HEADER_ROWS);
  yield rowXml(1, [[titleOf(kind), styles.title]]);
  yield rowXml(2, [[filtersOf(query).join(' · '), styles.cell('text', false)]]);
  yield rowXml(
    HEADER_ROWS,
    columns.map(({ title }) => [title, styles.header]),
  );
  let at = HEADER_ROWS + 1;
  let batch: string[] = [];
  for (; rows.more() && at < lastRow; at += 1) {
    batch.push(line(at, await rows.take(), false));
    if (batch.length < BATCH) continue;
    yield batch.join('');
    batch = [];
  }
  yield batch.join('');
  if (!rows.more()) yield line(at, totalsRow(kind, totals, currency), true);
  yield SHEET_TAIL;
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
      const sheet = Readable.from(sheetXml(source, rows, lastRow));
      const stop = () => sheet.destroy();
      output.once('close', stop);
      archive.addReadStream(sheet, sheetPath(sheets), PACKED);
      await finished(sheet);
      output.off('close', stop);
    } while (rows.more());
    const files = packageFiles(sheets, source.query.currency);
    for (const [name, text] of files) archive.addBuffer(Buffer.from(text), name, PACKED);
    archive.end();
  } finally {
    await rows.close();
  }
}

/**
 * The rows as a workbook, written while it is read, on as many sheets as the rows need.
 * @param rowsASheet with the header and the totals
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
