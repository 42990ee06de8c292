import { Readable } from 'node:stream';
import writeExcelFile from 'write-excel-file/node';
import { currencyExponent } from '@tributary/money';
import {
  type Cell,
  type Column,
  type ColumnType,
  columnsOf,
  filtersOf,
  type TableRow,
  titleOf,
  totalsRow,
} from '../domain/report-table.ts';
import { type ReportSource } from './report-source.ts';

/** A sheet is built in memory. */
export const MAX_EXCEL_ROWS = 100_000;

const HEADER_ROWS = 3;

function formatOf(type: ColumnType, currency: string): string {
  if (type === 'rate') return '0.00%';
  if (type === 'epc') return '#,##0.0000';
  if (type === 'count') return '#,##0';
  const decimals = currencyExponent(currency);
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

interface Style {
  readonly currency: string;
  readonly bold: boolean;
}

function cellOf(cell: Cell | undefined, { type }: Column, { currency, bold }: Style) {
  if (cell === null || cell === undefined) return null;
  const weight = bold ? { fontWeight: 'bold' as const } : {};
  // Typed as text, a value is never a formula.
  if (typeof cell === 'string') return { value: cell, type: String, ...weight };
  return { value: cell, type: Number, format: formatOf(type, currency), ...weight };
}

const widthOf = ({ name, type }: Column): number => {
  if (type !== 'text') return 15;
  return name.endsWith('_id') ? 38 : 24;
};

/** The rows as a sheet: title and filters, a header that stays in view, typed cells, and the totals. */
export async function writeExcel({ asked, rows, totals }: ReportSource): Promise<Readable> {
  const { kind, currency } = asked;
  const columns = columnsOf(kind);
  const line = (row: TableRow, bold: boolean) =>
    columns.map((column) => cellOf(row[column.name], column, { currency, bold }));
  const body: ReturnType<typeof line>[] = [];
  for await (const row of rows()) body.push(line(row, false));
  const header = columns.map(({ title }) => ({
    value: title,
    type: String,
    fontWeight: 'bold' as const,
    backgroundColor: '#F2F4F7',
  }));
  const sheet = [
    [{ value: titleOf(kind), type: String, fontWeight: 'bold' as const, fontSize: 14 }],
    [{ value: filtersOf(asked).join(' · '), type: String }],
    header,
    ...body,
    line(totalsRow(kind, totals, currency), true),
  ];
  const file = await writeExcelFile(sheet, {
    columns: columns.map((column) => ({ width: widthOf(column) })),
    stickyRowsCount: HEADER_ROWS,
    sheet: 'Report',
  }).toBuffer();
  return Readable.from([file]);
}
