import { setTimeout as pause } from 'node:timers/promises';
import { type PayoutProvider } from '@tributary/contracts';
import {
  type BookedPayment,
  comparePayments,
  compareSums,
  type Difference,
  strangePayments,
  type Sums,
} from '../domain/reconciliation.ts';
import { type Payout } from '../domain/payout.ts';
import { inParallel } from './map-concurrent.ts';
import { type LedgerBalance } from '../clients/ledger.ts';
import { type Provider } from '../clients/providers/provider.ts';

/** What the comparison reads; it changes nothing. */
export interface Books {
  readonly providers: Readonly<Record<PayoutProvider, Pick<Provider, 'id' | 'listPayments'>>>;
  readonly payouts: {
    listByIds(ids: readonly string[]): Promise<Payout[]>;
    payable(provider: PayoutProvider, since: Date): AsyncIterable<Payout>;
    affiliates(): AsyncIterable<string>;
    sumsOf(affiliateId: string): Promise<Sums>;
  };
  readonly ledger: {
    balance(affiliateId: string, currency: string): Promise<LedgerBalance>;
  };
}

export interface ProviderTotals {
  readonly provider: PayoutProvider;
  readonly payments: number;
  /** What the provider has as paid, and what our completed payouts come to, net of fees. */
  readonly paidByProviderMinor: number;
  readonly completedHereMinor: number;
}

export interface Reconciliation {
  readonly providers: readonly ProviderTotals[];
  readonly ledger: Sums & { readonly affiliates: number };
  readonly ours: Sums;
  readonly differences: readonly Difference[];
}

const CURRENCY = 'USD';
const PAGE = 500;
const AT_ONCE = 8;
const LOOK_EVERY_MS = 500;

/**
 * Compares three books to the cent: the providers' payments since a time, our payouts, and the ledger.
 * @param patienceMs how long what is under way may take to come to rest
 */
export async function reconcileBooks(
  books: Books,
  { since, patienceMs }: { readonly since: Date; readonly patienceMs: number },
): Promise<Reconciliation> {
  const until = performance.now() + patienceMs;
  const providers = [];
  for (const provider of Object.values(books.providers)) {
    providers.push(await settled(until, () => compareProvider(books, provider, since)));
  }
  const ledger = await compareLedger(books, until);
  return {
    providers: providers.map(({ totals }) => totals),
    ledger: ledger.theirs,
    ours: ledger.ours,
    differences: [...providers.flatMap(({ differences }) => differences), ...ledger.differences],
  };
}

/** Books are read one after the other while payouts go on: what differs is read again until it does not. */
async function settled<Result extends { readonly differences: readonly Difference[] }>(
  until: number,
  compare: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const result = await compare();
    if (result.differences.length === 0 || performance.now() > until) return result;
    await pause(LOOK_EVERY_MS);
  }
}

/** One provider's payments against our payouts, both ways. */
export async function compareProvider(
  { payouts }: Pick<Books, 'payouts'>,
  provider: Pick<Provider, 'id' | 'listPayments'>,
  since: Date,
): Promise<{ totals: ProviderTotals; differences: Difference[] }> {
  const byPayout = new Map<string, BookedPayment[]>();
  const strange: BookedPayment[] = [];
  for await (const payment of provider.listPayments(since)) {
    if (payment.payoutId === null) strange.push(payment);
    else byPayout.set(payment.payoutId, [...(byPayout.get(payment.payoutId) ?? []), payment]);
  }
  const differences = strangePayments(strange);
  const totals = { payments: byPayout.size, paidByProviderMinor: 0, completedHereMinor: 0 };
  const compare = (payout: Payout, payments: readonly BookedPayment[]): void => {
    differences.push(...comparePayments(payout, payments));
    if (payout.step === 'completed')
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
      if (payout === undefined) differences.push(...strangePayments(payments));
      else compare(payout, payments);
    }
  }
  // The other way round: what we hold for paid and the provider does not know.
  for await (const payout of payouts.payable(provider.id, since)) {
    if (!byPayout.has(payout.id)) compare(payout, []);
  }
  return { totals: { provider: provider.id, ...totals }, differences };
}

const paidOf = (payments: readonly BookedPayment[]): number =>
  payments.reduce(
    (sum, { outcome, amountMinor }) => (outcome.state === 'paid' ? sum + amountMinor : sum),
    0,
  );

/** Every affiliate's sums against the ledger's. */
async function compareLedger(books: Books, until: number) {
  const ours = { paidMinor: 0, reservedMinor: 0 };
  const theirs = { paidMinor: 0, reservedMinor: 0, affiliates: 0 };
  const differences: Difference[] = [];
  const page: string[] = [];
  const compare = async (): Promise<void> => {
    const found = await inParallel(page.splice(0), AT_ONCE, (id) =>
      compareAffiliate(books, id, until),
    );
    for (const one of found) {
      ours.paidMinor += one.ours.paidMinor;
      ours.reservedMinor += one.ours.reservedMinor;
      theirs.paidMinor += one.ledger.paidMinor;
      theirs.reservedMinor += one.ledger.reservedMinor;
      theirs.affiliates += 1;
      differences.push(...one.differences);
    }
  };
  for await (const id of books.payouts.affiliates()) {
    page.push(id);
    if (page.length >= PAGE) await compare();
  }
  await compare();
  return { ours, theirs, differences };
}

const compareAffiliate = (books: Books, affiliateId: string, until: number) =>
  settled(until, async () => {
    const ours = await books.payouts.sumsOf(affiliateId);
    const ledger = await books.ledger.balance(affiliateId, CURRENCY);
    const differences = compareSums(affiliateId, ours, ledger);
    return { ours, ledger, differences };
  });
