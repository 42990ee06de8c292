/** What became of the orders of a condition. */
export interface Row {
  readonly name: string;
  readonly story: string;
  /** Whether the law allows to know who sent the visitor. */
  readonly isAllowed: boolean;
  readonly orders: number;
  /** Orders that are credited to the right affiliate; without consent, to any. */
  readonly attributed: number;
}

/** The least share of the orders that must be attributed where that is allowed. */
const MIN_SHARE = 0.97;
const BEGIN = '<!-- conditions -->';
const END = '<!-- end of conditions -->';

const sum = (rows: readonly Row[], field: 'orders' | 'attributed'): number =>
  rows.reduce((total, row) => total + row[field], 0);

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** Whether enough orders are attributed, and none of a visitor who refused. */
export function isEnough(rows: readonly Row[]): boolean {
  const allowed = rows.filter(({ isAllowed }) => isAllowed);
  const others = rows.filter(({ isAllowed }) => !isAllowed);
  const isMost = sum(allowed, 'attributed') >= MIN_SHARE * sum(allowed, 'orders');
  return isMost && sum(others, 'attributed') === 0;
}

/** The conditions with their orders, in Markdown. */
export function tableOf(rows: readonly Row[], browser: string): string {
  const allowed = rows.filter(({ isAllowed }) => isAllowed);
  const [orders, attributed] = [sum(allowed, 'orders'), sum(allowed, 'attributed')];
  const lines = rows.map((row) => {
    const share = row.isAllowed ? percent(row.attributed, row.orders) : 'not allowed';
    const cells = [row.name, row.story, row.orders, row.attributed, share];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| condition | what happens | orders | attributed | share |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    `| **where the law allows** | | ${String(orders)} | ${String(attributed)} | **${percent(attributed, orders)}** |`,
    '',
    `Measured in ${browser}.`,
  ].join('\n');
}

/** The document with this table. @throws where the document has no place for it */
export function replaceTable(document: string, table: string): string {
  const [before, rest] = document.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${BEGIN} is missing`);
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}
