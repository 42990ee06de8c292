import {
  type AccountHead,
  chainText,
  type Digest,
  emptyHead,
  headKey,
  isClearingAccount,
} from '../../domain/ledger.ts';
import type { ChainedEntry } from '../../store/audited-rows.ts';
import type { LedgerAudit } from '../../store/ledger-audit.ts';
import type { OpenReport } from './report.ts';
import { meet, oneByOne } from './streams.ts';

/**
 * Each account's entries follow each other without a gap, each chained to the one before by its hash,
 * and end where the account says it ends; the platform's clearing ends at zero.
 */
export async function checkChains(
  audit: LedgerAudit,
  digest: Digest,
  report: OpenReport,
): Promise<void> {
  const chains = { batches: oneByOne(chainEnds(audit, digest, report)), keyOf: keyOfHead };
  const accounts = { batches: audit.accounts(), keyOf: (doc: { _id: string }) => doc._id };
  await meet(chains, accounts, ({ key, left, right }) => {
    report.countAccount();
    report.expect('account', key, describe(left[0]), describe(right[0]));
    const [end] = left;
    if (end === undefined || !isClearingAccount(end.account)) return;
    report.expect('clearing', key, 0, end.balanceMinor);
  });
}

const keyOfHead = ({ account, currency }: AccountHead): string => headKey(account, currency);

const describe = (head: AccountHead | undefined): string =>
  head === undefined
    ? 'no entries'
    : `${String(head.seq)} entries, ${String(head.balanceMinor)}, ${head.hash}`;

/** Folds the entries of each account to its end, checking each against the one before. */
async function* chainEnds(
  audit: LedgerAudit,
  digest: Digest,
  report: OpenReport,
): AsyncGenerator<AccountHead> {
  let head: AccountHead | undefined;
  for await (const entries of audit.entriesByAccount()) {
    for (const entry of entries) {
      report.countEntry();
      const { account, currency } = entry;
      if (head?.account !== account || head.currency !== currency) {
        if (head !== undefined) yield head;
        head = emptyHead(account, currency);
      }
      head = checkEntry(head, entry, digest, report);
    }
  }
  if (head !== undefined) yield head;
}

function checkEntry(
  head: AccountHead,
  entry: ChainedEntry,
  digest: Digest,
  report: OpenReport,
): AccountHead {
  const { account, currency, seq, balanceMinor, hash } = entry;
  const at = (): string => `${keyOfHead(head)} #${String(seq)}`;
  const expectedSeq = head.seq + 1;
  const expectedBalance = head.balanceMinor + entry.amountMinor;
  report.expect('sequence', at, expectedSeq, seq);
  report.expect('account', at, expectedBalance, balanceMinor);
  report.expect('hash', at, head.hash, entry.prevHash);
  report.expect('hash', at, digest(chainText(entry)), hash);
  // Goes on from what the sum says, so that one wrong balance does not hide behind the next.
  return { account, currency, seq, balanceMinor: expectedBalance, hash };
}
