import { buffer } from 'node:stream/consumers';
import { eventually } from '@tributary/testing';
import { type TableRow } from '../domain/report-table.ts';
import { tableOf } from '../domain/tables.ts';
import { unzip } from '../testing/unzip.ts';
import { writeExcel } from './excel.ts';
import { type ReportSource } from './report-source.ts';

const period = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
const query = { kind: 'utm', affiliateId: 'affiliate', period, currency: 'USD' } as const;

const sourceOf = (rows: Iterable<TableRow>, rowCount: number): ReportSource => ({
  table: tableOf(query),
  rowCount,
  totals: { unique_clicks: rowCount, earnings: 1.5 * rowCount },
  // eslint-disable-next-line @typescript-eslint/require-await -- as rows come
  rows: async function* () {
    yield* rows;
  },
});

function* campaigns(count: number): Generator<TableRow> {
  for (let index = 0; index < count; index += 1) {
    yield {
      utm_source: 'news',
      utm_campaign: `campaign-${String(index)}`,
      clicks: 1,
      earnings: 1.5,
    };
  }
}

const sheetsOf = async (file: NodeJS.ReadableStream): Promise<string[]> =>
  [...unzip(await buffer(file))]
    .filter(([name]) => name.startsWith('xl/worksheets/'))
    .map(([, xml]) => xml);

/** The cells of a sheet, row by row, as a program reads them. */
const cellsOf = (xml: string): string[][] =>
  [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<(?:v|t [^>]*)>([^<]*)<\/(?:v|t)>/g)].map(([, value = '']) => value),
  );

describe('a sheet', () => {
  it('opens whatever visitors put into its texts, because XML has no room for some characters', async () => {
    const source = 'a\u0001b\u0000c\uffffd\ud800e\tf<g>&=h';
    const file = writeExcel(sourceOf([{ utm_source: source, clicks: 1 }], 1));
    const files = [...unzip(await buffer(file)).values()].join('');
    // eslint-disable-next-line no-control-regex -- these are what must not be there
    expect(files).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(files).toContain('abcde\tf&lt;g&gt;&amp;=h');
  });

  it('goes on on the next one where it is full, with a header on each', async () => {
    // The header and three rows.
    const sheets = await sheetsOf(writeExcel(sourceOf(campaigns(7), 7), 4));
    const about = sheets.pop();
    expect(sheets.map((xml) => [...xml.matchAll(/campaign-\d/g)].map(String))).toEqual([
      ['campaign-0', 'campaign-1', 'campaign-2'],
      ['campaign-3', 'campaign-4', 'campaign-5'],
      ['campaign-6'],
    ]);
    for (const xml of sheets) {
      expect(xml).toMatch(/<pane ySplit="1"[^>]* state="frozen"/);
      expect(cellsOf(xml)[0]?.[0]).toBe('UTM source');
    }
    expect(about).toContain('>Total<');
  });

  it('begins with its header and has rows alone, because programs read it as a table', async () => {
    for (const count of [0, 3]) {
      const [report = '', about = '', ...more] = await sheetsOf(
        writeExcel(sourceOf(campaigns(count), count), 4),
      );
      expect(more).toEqual([]);
      const [header, ...rows] = cellsOf(report);
      expect(header).toHaveLength(tableOf(query).columns.length);
      expect(rows).toHaveLength(count);
      expect(report).not.toContain('Total');
      expect(cellsOf(about)).toEqual([
        ['Report by UTM parameters'],
        ['2026-05-01 to 2026-05-31 (UTC)'],
        ['Currency: USD'],
        ['Total'],
        ['Rows', String(count)],
        ['Unique clicks', String(count)],
        ['Earnings', String(1.5 * count)],
      ]);
    }
  });

  it('has numbers and times as such', async () => {
    const orders = { ...query, kind: 'conversions' } as const;
    const row = { order_id: '0017', converted_at: '2026-05-01T12:00:00.000Z', order_value: 12.5 };
    const source = { ...sourceOf([row], 1), table: tableOf(orders) };
    const files = unzip(await buffer(writeExcel(source)));
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(cellsOf(sheet)[1]).toEqual(['0017', '46143.5', '12.5']);
    const style = Number(/<c r="C2" s="(\d+)"><v>46143\.5</.exec(sheet)?.[1]);
    const styles = files.get('xl/styles.xml') ?? '';
    const formats = [...styles.matchAll(/<xf numFmtId="(\d+)"/g)].map(([, id]) => id);
    // The first one is that of the cells without a style of their own.
    expect(styles).toContain(
      `<numFmt numFmtId="${String(formats[style + 1])}" formatCode="yyyy-mm-dd hh:mm:ss"/>`,
    );
  });

  it('names every part where programs look for it', async () => {
    const files = unzip(await buffer(writeExcel(sourceOf(campaigns(4), 4), 4)));
    const types = files.get('[Content_Types].xml') ?? '';
    const parts = [...types.matchAll(/PartName="\/([^"]+)"/g)].map(([, name]) => name);
    expect(parts.sort()).toEqual(
      [...files.keys()].filter((name) => name.startsWith('xl/') && !name.endsWith('.rels')).sort(),
    );
    expect(files.get('xl/workbook.xml')).toMatch(/name="Report" .*name="About" .*name="Report 2" /);
  });

  it('ends with the error of its rows, and reads no more once nobody consumes it', async () => {
    function* failing(): Generator<TableRow> {
      yield* campaigns(500);
      throw new Error('The database went away');
    }
    const broken = buffer(writeExcel(sourceOf(failing(), 1_000)));
    await expect(broken).rejects.toThrow('The database went away');
    let open = true;
    function* endless(): Generator<TableRow> {
      try {
        for (;;) yield* campaigns(1_000);
      } finally {
        open = false;
      }
    }
    for await (const chunk of writeExcel(sourceOf(endless(), 1_000))) {
      if ((chunk as Buffer).length > 100) break;
    }
    await eventually(() => !open);
  });

  it('holds next to nothing of what it writes, however long it is', async () => {
    const before = process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
    let [peak, bytes] = [0, 0];
    for await (const chunk of writeExcel(sourceOf(campaigns(60_000), 60_000))) {
      bytes += (chunk as Buffer).length;
      const { arrayBuffers, heapUsed } = process.memoryUsage();
      peak = Math.max(peak, arrayBuffers + heapUsed - before);
    }
    // Held as cells they would be 300 MB.
    expect(peak).toBeLessThan(150 * 1_048_576);
    expect(bytes).toBeGreaterThan(1_000_000);
  });
});
