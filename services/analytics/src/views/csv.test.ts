import { type TableRow } from '../domain/report-table.ts';
import { tableOf } from '../domain/tables.ts';
import { writeCsv } from './csv.ts';

const period = { start: new Date('2026-05-01'), end: new Date('2026-05-02') };
const query = { kind: 'geo', affiliateId: 'affiliate', period, currency: 'USD' } as const;

describe('a report as CSV', () => {
  it('begins at once, however long the database takes to sort its rows', async () => {
    let sorted = (): void => {};
    const sorting = new Promise<void>((resolve) => {
      sorted = resolve;
    });
    const rows = async function* (): AsyncGenerator<TableRow> {
      await sorting;
      yield { country: 'DE', gross_clicks: 3 };
    };
    const parts = writeCsv({ table: tableOf(query), rows })[Symbol.asyncIterator]();
    expect((await parts.next()).value).toMatch(/^country,gross_clicks,/);
    sorted();
    expect((await parts.next()).value).toMatch(/^DE,3,/);
  });
});
