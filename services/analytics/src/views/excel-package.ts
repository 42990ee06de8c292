import { currencyExponent } from '@tributary/money';
import { type ColumnType } from '../domain/report-table.ts';

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const PACKAGE = `${SCHEMAS}/package/2006`;
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const columnTypes: readonly ColumnType[] = ['text', 'id', 'time', 'count', 'money', 'rate', 'epc'];
/** Ids below this are built-in formats. */
const FIRST_FORMAT = 164;

/** The styles, which cells refer to by their index: title, header, then each type of column, plain and bold. */
export const styles = {
  title: 1,
  header: 2,
  cell: (type: ColumnType, bold: boolean): number =>
    3 + 2 * columnTypes.indexOf(type) + (bold ? 1 : 0),
} as const;

function formatOf(type: ColumnType, currency: string): string | undefined {
  if (type === 'text' || type === 'id') return undefined;
  if (type === 'time') return 'yyyy-mm-dd hh:mm:ss';
  if (type === 'rate') return '0.00%';
  if (type === 'epc') return '#,##0.0000';
  if (type === 'count') return '#,##0';
  const decimals = currencyExponent(currency);
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

const FONTS =
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="11"/><name val="Calibri"/></font>' +
  '<font><b/><sz val="14"/><name val="Calibri"/></font></fonts>';
/** Excel requires the first two. */
const FILLS =
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>' +
  '<fill><patternFill patternType="solid"><fgColor rgb="FFF2F4F7"/></patternFill></fill></fills>';

function stylesXml(currency: string): string {
  const formats = columnTypes.map((type, index) => ({
    code: formatOf(type, currency),
    id: FIRST_FORMAT + index,
  }));
  const known = formats.filter(({ code }) => code !== undefined);
  const named = known.map(
    ({ code, id }) => `<numFmt numFmtId="${String(id)}" formatCode="${code ?? ''}"/>`,
  );
  const style = (font: number, fill: number, format: number): string =>
    `<xf numFmtId="${String(format)}" fontId="${String(font)}" fillId="${String(fill)}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1"/>`;
  const ofColumns = formats.flatMap(({ code, id }) => {
    const format = code === undefined ? 0 : id;
    return [style(0, 0, format), style(1, 0, format)];
  });
  const cells = [style(0, 0, 0), style(2, 0, 0), style(1, 2, 0), ...ofColumns];
  // The order of the parts is the format's.
  return [
    `${DECLARATION}<styleSheet xmlns="${MAIN}">`,
    `<numFmts count="${String(named.length)}">${named.join('')}</numFmts>`,
    FONTS,
    FILLS,
    '<borders count="1"><border/></borders>',
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>`,
    `<cellXfs count="${String(cells.length)}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('');
}

/** `A1` and so on, by the row from 1 and the column from 0. */
export function cellAddress(row: number, column: number): string {
  let letters = '';
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1) {
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  }
  return `${letters}${String(row)}`;
}

/** Characters that XML 1.0 does not allow, lone surrogates included; see its production of `Char`. */
// eslint-disable-next-line no-control-regex -- these are what must not be there
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Surrogate}]/gu;

export const xmlText = (text: string): string =>
  text.replace(NO_XML, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${String(sheet)}.xml`;

const relation = (id: string, kind: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;

const relations = (list: readonly string[]): string =>
  `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`;

const part = (path: string, kind: string): string =>
  `<Override PartName="/${path}" ContentType="${CONTENT}.${kind}+xml"/>`;

const sheetEntry = (name: string, sheet: number): string =>
  `<sheet name="${name}" sheetId="${String(sheet)}" r:id="rId${String(sheet)}"/>`;

/**
 * The parts of a workbook besides its sheets, by path. The last sheet is the one about the report, which readers see
 * second.
 */
export function packageFiles(sheets: number, currency: string): ReadonlyMap<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const further = numbers.slice(1, -1);
  const listed = [
    sheetEntry('Report', 1),
    sheetEntry('About', sheets),
    ...further.map((sheet) => sheetEntry(`Report ${String(sheet)}`, sheet)),
  ];
  const parts = [
    part('xl/workbook.xml', 'sheet.main'),
    part('xl/styles.xml', 'styles'),
    ...numbers.map((sheet) => part(sheetPath(sheet), 'worksheet')),
  ];
  const types = `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}`;
  const linked = numbers.map((sheet) =>
    relation(`rId${String(sheet)}`, 'worksheet', sheetPath(sheet).replace('xl/', '')),
  );
  return new Map([
    [
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types">${types}</Types>`,
    ],
    ['_rels/.rels', relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations([...linked, relation('rIdStyles', 'styles', 'styles.xml')]),
    ],
    ['xl/styles.xml', stylesXml(currency)],
  ]);
}

const FROZEN_HEADER =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** A sheet's XML up to its rows. @param header whether its first row is one, which stays in view */
export const sheetHead = (widths: readonly number[], header: boolean): string => {
  const columns = widths.map((width, index) => {
    const at = String(index + 1);
    return `<col min="${at}" max="${at}" width="${String(width)}" customWidth="1"/>`;
  });
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${header ? FROZEN_HEADER : ''}<cols>${columns.join('')}</cols><sheetData>`;
};

export const SHEET_TAIL = '</sheetData></worksheet>';
