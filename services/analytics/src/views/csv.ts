import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { type Cell, type TableRow } from '../domain/report-table.ts';
import { type RowSource } from './report-source.ts';

const BATCH = 200;

// A cell that begins like a formula must not become one in a spreadsheet.
const written = (rows: Cell[][]): string => stringify(rows, { escape_formulas: true });

async function* linesOf({ table, rows }: RowSource): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  const cellsOf = (row: TableRow): Cell[] => names.map((name) => row[name] ?? null);
  yield written([names]);
  let batch: Cell[][] = [];
  for await (const row of rows()) {
    batch.push(cellsOf(row));
    if (batch.length < BATCH) continue;
    yield written(batch);
    batch = [];
  }
  yield written(batch);
}

/** The rows as CSV (RFC 4180), written while it is read. */
export const writeCsv = (source: RowSource): Readable => Readable.from(linesOf(source));
