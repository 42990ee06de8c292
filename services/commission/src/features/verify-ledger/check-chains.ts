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
import { asBatches, joinByKey } from './streams.ts';

/**
 * Checks that each account's entries are numbered without gaps and chained by their hashes, that the last one matches the
 * account's record, and that the platform's clearing accounts end at zero.
 */
export async function checkChains(
  audit: LedgerAudit,
  digest: Digest,
  report: OpenReport,
): Promise<void> {
  const chains = { batches: asBatches(chainEnds(audit, digest, report)), keyOf: keyOfHead };
  const accounts = { batches: audit.accounts(), keyOf: (doc: { _id: string }) => doc._id };
  await joinByKey(chains, accounts, ({ key, left, right }) => {
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

/** Computes the end of each account from its entries, checking each entry against the one before. */
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
  // Continues from the computed balance, so that a wrong one does not hide later ones.
  return { account, currency, seq, balanceMinor: expectedBalance, hash };
}
