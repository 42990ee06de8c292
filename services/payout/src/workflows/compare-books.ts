import { setTimeout as pause } from 'node:timers/promises';
import { type PayoutProvider } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { mapConcurrent } from '@tributary/work';
import { type LedgerBalance } from '../clients/ledger.ts';
import { type Provider } from '../clients/providers/provider.ts';
import { type Payout } from '../domain/payout.ts';
import { PAYOUT_CURRENCY } from '../domain/payout-request.ts';
import {
  comparePayments,
  compareSums,
  type Difference,
  type ProviderPayment,
  type ProviderTotals,
  type Reconciliation,
  type Sums,
  unknownPayments,
} from '../domain/reconciliation.ts';

/** The books that are compared; nothing is written to them. */
export interface Books {
  readonly providers: Readonly<Record<PayoutProvider, Pick<Provider, 'id' | 'listPayments'>>>;
  readonly payouts: {
    listByIds(ids: readonly string[]): Promise<Payout[]>;
    streamPaid(provider: PayoutProvider, since: Date): AsyncIterable<Payout>;
    streamAffiliates(): AsyncIterable<string>;
    sumsOf(affiliateId: string): Promise<Sums>;
  };
  readonly ledger: {
    balance(affiliateId: string, currency: string): Promise<LedgerBalance>;
  };
}

const PAGE = 500;
const CONCURRENT_READS = 8;
const RECHECK_EVERY_MS = 500;

/** Wallets return an unclaimed payment after 30 days. */
const DAYS_BACK = 35;

/** Since when payments may still change. */
export const comparedSince = (now: Date): Date => new Date(now.getTime() - DAYS_BACK * DAY_MS);

/**
 * Compares three books to the cent: the providers' payments since a time, our payouts, and the ledger.
 * @param maxWaitMs how long payouts in progress may take to end before they count as differences
 */
export async function compareBooks(
  books: Books,
  { since, maxWaitMs }: { readonly since: Date; readonly maxWaitMs: number },
): Promise<Reconciliation> {
  const until = performance.now() + maxWaitMs;
  const providers = [];
  for (const provider of Object.values(books.providers)) {
    providers.push(await untilEqual(until, () => compareProvider(books, provider, since)));
  }
  const ledger = await compareLedger(books, until);
  return {
    providers: providers.map(({ totals }) => totals),
    ledger: ledger.theirs,
    ours: ledger.ours,
    differences: [...providers.flatMap(({ differences }) => differences), ...ledger.differences],
  };
}

/** Repeats a comparison while it differs, because books are read in sequence while payouts advance. */
async function untilEqual<Result extends { readonly differences: readonly Difference[] }>(
  until: number,
  compare: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const result = await compare();
    if (result.differences.length === 0 || performance.now() > until) return result;
    await pause(RECHECK_EVERY_MS);
  }
}

/** Compares one provider's payments with our payouts, in both directions. */
export async function compareProvider(
  { payouts }: Pick<Books, 'payouts'>,
  provider: Pick<Provider, 'id' | 'listPayments'>,
  since: Date,
): Promise<{ totals: ProviderTotals; differences: Difference[] }> {
  const byPayout = new Map<string, ProviderPayment[]>();
  const unknown: ProviderPayment[] = [];
  for await (const payment of provider.listPayments(since)) {
    if (payment.payoutId === null) unknown.push(payment);
    else byPayout.set(payment.payoutId, [...(byPayout.get(payment.payoutId) ?? []), payment]);
  }
  const differences = unknownPayments(unknown);
  const totals = { payments: byPayout.size, paidByProviderMinor: 0, completedHereMinor: 0 };
  const compare = (payout: Payout, payments: readonly ProviderPayment[]): void => {
    differences.push(...comparePayments(payout, payments));
    if (payout.step !== 'completed') return;
    totals.completedHereMinor += payout.amountMinor - payout.feeMinor;
  };
  const ids = [...byPayout.keys()];
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const known = new Map((await payouts.listByIds(page)).map((payout) => [payout.id, payout]));
    for (const id of page) {
      const payments = byPayout.get(id) ?? [];
      totals.paidByProviderMinor += paidOf(payments);
      const payout = known.get(id);
      if (payout === undefined) differences.push(...unknownPayments(payments));
      else compare(payout, payments);
    }
  }
  // Completed payouts that the provider does not list.
  for await (const payout of payouts.streamPaid(provider.id, since)) {
    if (!byPayout.has(payout.id)) compare(payout, []);
  }
  return { totals: { provider: provider.id, ...totals }, differences };
}

const paidOf = (payments: readonly ProviderPayment[]): number =>
  payments.reduce(
    (sum, { outcome, amountMinor }) => (outcome.state === 'paid' ? sum + amountMinor : sum),
    0,
  );

/** Compares every affiliate's sums with the ledger's. */
async function compareLedger(books: Books, until: number) {
  const ours = { paidMinor: 0, reservedMinor: 0 };
  const theirs = { paidMinor: 0, reservedMinor: 0, affiliates: 0 };
  const differences: Difference[] = [];
  const page: string[] = [];
  const comparePage = async (): Promise<void> => {
    const compared = await mapConcurrent(page.splice(0), CONCURRENT_READS, (id) =>
      compareAffiliate(books, id, until),
    );
    for (const one of compared) {
      ours.paidMinor += one.ours.paidMinor;
      ours.reservedMinor += one.ours.reservedMinor;
      theirs.paidMinor += one.ledger.paidMinor;
      theirs.reservedMinor += one.ledger.reservedMinor;
      theirs.affiliates += 1;
      differences.push(...one.differences);
    }
  };
  for await (const id of books.payouts.streamAffiliates()) {
    page.push(id);
    if (page.length >= PAGE) await comparePage();
  }
  await comparePage();
  return { ours, theirs, differences };
}

const compareAffiliate = (books: Books, affiliateId: string, until: number) =>
  untilEqual(until, async () => {
    const ours = await books.payouts.sumsOf(affiliateId);
    const ledger = await books.ledger.balance(affiliateId, PAYOUT_CURRENCY);
    const differences = compareSums(affiliateId, ours, ledger);
    return { ours, ledger, differences };
  });
