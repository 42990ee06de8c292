import { balanceFields, type BalanceField } from '../../domain/balance.ts';
import { type AccountHead, parseAffiliateAccount } from '../../domain/ledger.ts';
import type { AuditedBalance } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import { type AffiliateSums, commissionSums, noSums, type Sums } from './commission-sums.ts';
import type { OpenReport } from './report.ts';
import { asBatches, joinByKey } from './streams.ts';

/**
 * Checks that each balance equals the sums of the affiliate's accounts and of the affiliate's commissions, and that the
 * reserved and paid part of each commission equals what the payouts took of it.
 */
export async function checkBalances(audit: LedgerAudit, report: OpenReport): Promise<void> {
  await compare(audit, report, { rows: accountSums(audit), source: 'accounts' });
  await compare(audit, report, { rows: commissionSums(audit, report), source: 'commissions' });
}

interface Source {
  readonly rows: AsyncIterable<AffiliateSums>;
  readonly source: string;
}

async function compare(
  audit: LedgerAudit,
  report: OpenReport,
  { rows, source }: Source,
): Promise<void> {
  const sums = { batches: asBatches(rows), keyOf: ({ affiliateId }: AffiliateSums) => affiliateId };
  const stored = {
    batches: audit.balances(),
    keyOf: ({ affiliateId }: AuditedBalance) => affiliateId,
  };
  await joinByKey(sums, stored, ({ key, left, right }) => {
    const byCurrency = left[0]?.byCurrency ?? new Map<string, Sums>();
    const balances = new Map(right.map((balance) => [balance.currency, balance]));
    for (const currency of new Set([...byCurrency.keys(), ...balances.keys()])) {
      const at = `${key}/${currency} (${source})`;
      const expected = byCurrency.get(currency) ?? noSums();
      report.expect('balance', at, describe(expected), describe(balances.get(currency)));
    }
  });
}

const describe = (sums: Readonly<Sums> | undefined): string =>
  balanceFields.map((field) => `${field} ${String(sums?.[field] ?? 0)}`).join(', ');

/** The balances of the affiliates' accounts, by affiliate; without brands' and the platform's accounts. */
async function* accountSums(audit: LedgerAudit): AsyncGenerator<AffiliateSums> {
  let open: { affiliateId: string; byCurrency: Map<string, Sums> } | undefined;
  for await (const heads of audit.accounts()) {
    for (const head of heads) {
      const parsed = parseAffiliateAccount(head.account);
      if (parsed === undefined) continue;
      const { affiliateId, kind } = parsed;
      if (open?.affiliateId !== affiliateId) {
        if (open !== undefined) yield open;
        open = { affiliateId, byCurrency: new Map<string, Sums>() };
      }
      addHead(open.byCurrency, kind, head);
    }
  }
  if (open !== undefined) yield open;
}

function addHead(
  byCurrency: Map<string, Sums>,
  kind: string,
  { currency, balanceMinor }: AccountHead,
): void {
  const sums = byCurrency.get(currency) ?? noSums();
  const field = `${kind}Minor` as BalanceField;
  sums[field] += kind === 'debt' ? -balanceMinor : balanceMinor;
  byCurrency.set(currency, sums);
}
