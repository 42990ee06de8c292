import { brandReportKinds } from './brand-report.ts';
import { reportKinds } from './report.ts';
import { cellText, paperColumns, totalsRow } from './report-table.ts';
import { fileNameOf, tableOf } from './tables.ts';

const period = { start: new Date('2026-05-01'), end: new Date('2026-06-01') };
const queryOf = (kind: (typeof reportKinds)[number] | (typeof brandReportKinds)[number]) => ({
  ...{ kind, affiliateId: 'account', period, currency: 'USD' },
});

describe('the table of a report', () => {
  it.each([...reportKinds, ...brandReportKinds])('by %s ends with a row named Total', (kind) => {
    const { columns, currency } = tableOf(queryOf(kind));
    const row = totalsRow(columns, { clicks: 3 });
    const [first, ...others] = paperColumns(columns).map(({ name, type }) =>
      cellText(row[name], type, currency),
    );
    expect(first).toBe('Total');
    expect(new Set(others)).toEqual(
      new Set(columns.some(({ name }) => name === 'clicks') ? ['', '3'] : ['']),
    );
  });

  it('states its span, and what is due until its end', () => {
    expect(tableOf(queryOf('commissions')).filters[0]).toBe('2026-05-01 to 2026-05-31 (UTC)');
    expect(tableOf(queryOf('payouts_due')).filters[0]).toBe('Orders until 2026-05-31 (UTC)');
    expect(fileNameOf(queryOf('time_of_day'))).toBe('report-time_of_day-2026-05-01');
    expect(fileNameOf(queryOf('payouts_due'))).toBe('report-payouts_due-2026-05-31');
    const hour = { start: new Date('2026-05-01T08:00Z'), end: new Date('2026-05-01T09:30Z') };
    expect(tableOf({ ...queryOf('geo'), period: hour }).filters[0]).toBe(
      '2026-05-01T08:00Z to 2026-05-01T09:30Z (UTC)',
    );
  });
});
