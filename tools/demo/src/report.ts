import { formatAmount, fromWireNumber } from '@tributary/money';
import { type Schemas, type Tributary } from '@tributary/sdk';
import { chooseAffiliates, expectedCommission, type Order } from './orders.ts';
import { readUntil } from './read-until.ts';
import { AFFILIATES, type Member, RATE_THOUSANDTHS, type Setup } from './story.ts';

export interface Row {
  readonly name: string;
  readonly clicks: number;
  readonly conversions: number;
  readonly approved: number;
  readonly commissionMinor: number;
  readonly paidMinor: number;
  readonly balanceMinor: number;
}

const WAIT_AT_MOST_MS = 300_000;

const cents = (amount: number): number => fromWireNumber(amount, 'USD');

/** The conversions and commissions of each affiliate, calculated from the file only. */
export function expectations(orders: readonly Order[], seed: number) {
  const chosen = chooseAffiliates(orders, seed, AFFILIATES);
  const expected = Array.from({ length: AFFILIATES }, () => ({
    conversions: 0,
    commissionMinor: 0,
  }));
  for (const { customerId, valueMinor } of orders) {
    const row = expected[chosen.get(customerId) ?? 0];
    if (row === undefined) continue;
    row.conversions += 1;
    row.commissionMinor += expectedCommission(valueMinor, RATE_THOUSANDTHS);
  }
  return expected;
}

async function conversionCount(
  { affiliateConversions }: Tributary,
  query: Schemas['ListAffiliateConversionsQuery'] = {},
): Promise<number> {
  const { data } = await affiliateConversions.list({ ...query, per_page: 1 });
  return data.pagination.total;
}

async function rowOf({ account: { tributary, name } }: Member): Promise<Row> {
  const earnings = await tributary.earnings.get();
  const performance = await tributary.affiliates.getPerformance();
  return {
    name,
    clicks: performance.metrics.clicks,
    conversions: await conversionCount(tributary),
    approved: await conversionCount(tributary, { status: 'approved' }),
    commissionMinor: cents(earnings.total_earnings),
    paidMinor: cents(earnings.paid_earnings),
    balanceMinor: cents(earnings.available_for_payout),
  };
}

/** Waits until commissions and counts include all approvals, and returns the figures of every affiliate. */
export const settledRows = (
  { members }: Setup,
  expected: ReturnType<typeof expectations>,
): Promise<Row[]> =>
  readUntil(
    () => Promise.all(members.map(rowOf)),
    (rows) => differences(rows, expected).length === 0,
    WAIT_AT_MOST_MS,
  );

/** The differences between the platform's figures and the file's. */
export function differences(
  rows: readonly Row[],
  expected: ReturnType<typeof expectations>,
): string[] {
  return rows.flatMap((row, index) => {
    const { conversions = 0, commissionMinor = 0 } = expected[index] ?? {};
    const found: string[] = [];
    if (row.approved !== conversions) {
      found.push(
        `${row.name}: ${String(row.approved)} approved, the file has ${String(conversions)}`,
      );
    }
    if (row.commissionMinor !== commissionMinor) {
      const [is, should] = [row.commissionMinor, commissionMinor].map((minor) =>
        formatAmount(minor, 'USD'),
      );
      found.push(`${row.name}: earned ${is ?? ''}, the file gives ${should ?? ''}`);
    }
    if (row.commissionMinor !== row.paidMinor + row.balanceMinor) {
      found.push(`${row.name}: earned is not paid plus balance`);
    }
    return found;
  });
}

const total = (rows: readonly Row[]): Row => ({
  name: 'all',
  clicks: rows.reduce((sum, { clicks }) => sum + clicks, 0),
  conversions: rows.reduce((sum, { conversions }) => sum + conversions, 0),
  approved: rows.reduce((sum, { approved }) => sum + approved, 0),
  commissionMinor: rows.reduce((sum, { commissionMinor }) => sum + commissionMinor, 0),
  paidMinor: rows.reduce((sum, { paidMinor }) => sum + paidMinor, 0),
  balanceMinor: rows.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0),
});

/** The table as text, amounts in US dollars. */
export function table(rows: readonly Row[]): string {
  const heads = ['affiliate', 'clicks', 'conversions', 'approved', 'commission', 'paid', 'balance'];
  const cells = [...rows, total(rows)].map((row) => [
    row.name,
    String(row.clicks),
    String(row.conversions),
    String(row.approved),
    formatAmount(row.commissionMinor, 'USD'),
    formatAmount(row.paidMinor, 'USD'),
    formatAmount(row.balanceMinor, 'USD'),
  ]);
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map((line) => (line[column] ?? '').length)),
  );
  const lineOf = (line: readonly string[]): string =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  const rule = widths.map((width) => '─'.repeat(width)).join('──');
  const lines = cells.map(lineOf);
  return [lineOf(heads), rule, ...lines.slice(0, -1), rule, ...lines.slice(-1)].join('\n');
}
