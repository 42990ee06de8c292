/** A column: its title, and what it shows of a record. */
export type Column<Item> = readonly [title: string, show: (item: Item) => unknown];

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Records in columns that are as wide as their widest text. */
export function table<Item>(items: readonly Item[], columns: readonly Column<Item>[]): string {
  if (items.length === 0) return 'none';
  const rows = [
    columns.map(([title]) => title),
    ...items.map((item) => columns.map(([, show]) => textOf(show(item)))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? '').length)));
  return rows
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** One record, a field on each line; what is nested stands as JSON. */
export function fields(record: object): string {
  const entries = Object.entries(record).map(([name, value]) => [name, textOf(value)] as const);
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}

/** At most so many records of a list, newest first as the API has them. */
export async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  if (count === 0) return taken;
  for await (const item of items) {
    taken.push(item);
    if (taken.length >= count) break;
  }
  return taken;
}

/** An amount with its currency, such as `12.50 EUR`. */
export const money = (amount: number, currency: string): string =>
  `${amount.toFixed(2)} ${currency}`;
