import { createHash } from 'node:crypto';
import type { DomainEvent, ReviewedConversion } from '@tributary/contracts';
import { decideAdjustment } from '../domain/adjustment.ts';
import { decideCancellation } from '../domain/cancellation.ts';
import {
  type Balance,
  balanceChanges,
  balanceFields,
  changeBalance,
  emptyBalance,
  totalEarningsMinor,
} from '../domain/balance.ts';
import { type Changes, type Stamps, noChanges } from '../domain/changes.ts';
import { type Commission, debtMinor, freeMinor, isLive } from '../domain/commission.ts';
import { decideCreation, type FrozenTerms, nothingFrozen } from '../domain/creation.ts';
import {
  type Adjustment,
  type AdjustmentOutcome,
  type EarnedConversion,
  unknownConversion,
} from '../domain/earned-conversion.ts';
import { decideHoldEnd } from '../domain/hold.ts';
import {
  type AccountHead,
  affiliateAccount,
  chainText,
  emptyHead,
  headKey,
  isClearingAccount,
  type LedgerEntry,
  type LedgerTransaction,
  linkEntries,
} from '../domain/ledger.ts';
import {
  decideRelease,
  decideRestore,
  decideSettle,
  releasedUnreserved,
} from '../domain/payout-outcome.ts';
import type { Reservation, ReserveRequest } from '../domain/reservation.ts';
import { decideReserves, type ReserveOutcome } from '../domain/reserve-batch.ts';
import { checkConversion } from '../features/verify-ledger/check-earnings.ts';
import { openReport } from '../features/verify-ledger/report.ts';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Applies the domain's decisions to maps, for tests without engines. */
export class MemoryBooks {
  readonly conversions = new Map<string, EarnedConversion>();
  readonly commissions = new Map<string, Commission>();
  readonly reservations = new Map<string, Reservation>();
  readonly balances = new Map<string, Balance>();
  readonly entries: LedgerEntry[] = [];
  readonly transactions: LedgerTransaction[] = [];
  readonly events: DomainEvent[] = [];
  now = new Date('2026-05-01T12:00:00.000Z');
  readonly heads = new Map<string, AccountHead>();
  private ids = 0;
  private checked = 0;
  private readonly chains = new Map<string, AccountHead>();

  private readonly prefix: string;

  /** @param prefix of the ids that are made here */
  constructor(prefix = 'id') {
    this.prefix = prefix;
  }

  private stamps(): Stamps {
    const newId = () => `${this.prefix}-${String((this.ids += 1)).padStart(8, '0')}`;
    return { now: this.now, newId };
  }

  balance(affiliateId: string, currency = 'USD'): Balance {
    return this.balances.get(`${affiliateId}/${currency}`) ?? emptyBalance(affiliateId, currency);
  }

  commissionsOf(conversionId: string): readonly Commission[] {
    return [...this.commissions.values()].filter((one) => one.conversionId === conversionId);
  }

  countEntries(): number {
    return this.entries.length;
  }

  approve(approval: ReviewedConversion, frozen: FrozenTerms = nothingFrozen): void {
    const known = this.conversions.get(approval.conversionId);
    const campaignName = 'Campaign';
    const creation = { approval, known, campaignName, frozen, isPastRecurring: false };
    this.apply(decideCreation(creation, this.stamps()));
  }

  adjust(conversionId: string, adjustment: Adjustment): AdjustmentOutcome {
    const conversion = this.conversions.get(conversionId) ?? unknownConversion(conversionId);
    const commissions = this.commissionsOf(conversionId);
    const { outcome, changes } = decideAdjustment(
      { conversion, commissions },
      adjustment,
      this.stamps(),
    );
    this.apply(changes);
    return outcome;
  }

  cancel(commissionId: string, isFraud: boolean): void {
    const commission = this.commissions.get(commissionId);
    if (commission === undefined) throw new Error(`No commission ${commissionId}`);
    const cancellation = { reason: 'By hand', isFraud, by: 'admin' };
    this.apply(decideCancellation(commission, cancellation, this.stamps()));
  }

  endHolds(): void {
    for (const commission of this.commissions.values()) {
      this.apply(decideHoldEnd(commission, this.stamps()));
    }
  }

  /** Throws the error that the service would return. */
  reserve(request: ReserveRequest): void {
    const [outcome] = this.reserveAll([request]);
    if (outcome !== undefined && 'refusal' in outcome) throw outcome.refusal;
  }

  /** Requests of one affiliate that share a transaction. */
  reserveAll(requests: readonly ReserveRequest[]): readonly ReserveOutcome[] {
    const [{ affiliateId } = { affiliateId: '' }] = requests;
    const currencies = new Set(requests.map(({ currency }) => currency));
    const balances = new Map(
      [...currencies].map((currency) => [currency, this.balance(affiliateId, currency)]),
    );
    const commissions = [...this.commissions.values()];
    const book = { reservations: this.reservations, balances, commissions };
    const { outcomes, changes } = decideReserves(book, requests, this.stamps());
    this.apply(changes);
    return outcomes;
  }

  settle(payoutId: string): void {
    const arrival = { transactionId: 'transfer', settledAt: this.now };
    this.apply(decideSettle(this.payoutBook(payoutId), arrival, this.stamps()));
  }

  release(payoutId: string, attempt = 0): void {
    if (!this.reservations.has(payoutId)) {
      const marked = [releasedUnreserved(payoutId, attempt, this.now)];
      this.apply({ ...noChanges, reservations: marked });
      return;
    }
    this.apply(decideRelease(this.payoutBook(payoutId), attempt, this.stamps()));
  }

  restore(payoutId: string): void {
    this.apply(decideRestore(this.payoutBook(payoutId), this.stamps()));
  }

  private payoutBook(payoutId: string) {
    const reservation = this.reservations.get(payoutId);
    if (reservation === undefined) throw new Error(`No reservation ${payoutId}`);
    const commissions = reservation.items.flatMap(
      ({ commissionId }) => this.commissions.get(commissionId) ?? [],
    );
    return { reservation, commissions };
  }

  /** While set, decisions are lost before they are saved, as if the process died. */
  dies = false;

  private apply(changes: Changes): void {
    if (this.dies) throw new Error('Killed before the commit');
    for (const change of balanceChanges(changes.transactions)) {
      const { affiliateId, currency } = change;
      const next = changeBalance(this.balance(affiliateId, currency), change);
      this.balances.set(`${affiliateId}/${currency}`, next);
    }
    const { entries, moved } = linkEntries(this.heads, changes.transactions, digest);
    this.entries.push(...entries);
    this.transactions.push(...changes.transactions);
    for (const [key, head] of moved) this.heads.set(key, head);
    for (const conversion of changes.conversions) this.conversions.set(conversion.id, conversion);
    for (const one of [...changes.created, ...changes.changed]) this.commissions.set(one.id, one);
    for (const one of changes.reservations) this.reservations.set(one.payoutId, one);
    this.events.push(...changes.events);
  }

  /** Throws where records contradict each other. */
  check(): void {
    this.checkEntries();
    for (const balance of this.balances.values()) this.checkBalance(balance);
    for (const [key, { account, balanceMinor }] of this.chains) {
      const rests = !isClearingAccount(account) || balanceMinor === 0;
      if (!rests) throw new Error(`${key} is not zero: ${String(balanceMinor)}`);
    }
    for (const conversion of this.conversions.values()) this.checkEarnings(conversion);
    const pairs = [...this.commissions.values()].map(
      ({ conversionId, affiliateId }) => `${conversionId} ${affiliateId}`,
    );
    if (new Set(pairs).size !== pairs.length) throw new Error('A commission exists twice');
  }

  private checkEarnings(conversion: EarnedConversion): void {
    const report = openReport();
    checkConversion(conversion, this.commissionsOf(conversion.id), report);
    const { differences } = report.close();
    if (differences.length > 0) throw new Error(`Earned wrongly: ${JSON.stringify(differences)}`);
  }

  /** Checks only entries added since the last check, because entries never change. */
  private checkEntries(): void {
    const sums = new Map<string, number>();
    for (const entry of this.entries.slice(this.checked)) {
      const { transactionId, amountMinor, account, currency } = entry;
      sums.set(transactionId, (sums.get(transactionId) ?? 0) + amountMinor);
      const key = headKey(account, currency);
      const last = this.chains.get(key) ?? emptyHead(account, currency);
      const follows =
        entry.seq === last.seq + 1 &&
        entry.prevHash === last.hash &&
        entry.balanceMinor === last.balanceMinor + amountMinor &&
        entry.hash === digest(chainText(entry));
      if (!follows) throw new Error(`Entry ${String(entry.seq)} of ${key} does not follow`);
      this.chains.set(key, entry);
    }
    this.checked = this.entries.length;
    const unbalanced = [...sums].filter(([, sum]) => sum !== 0);
    if (unbalanced.length > 0) throw new Error(`Unbalanced: ${JSON.stringify(unbalanced)}`);
  }

  private checkBalance(balance: Balance): void {
    const { affiliateId, currency } = balance;
    const mine = [...this.commissions.values()].filter(
      (one) => one.affiliateId === affiliateId && one.currency === currency,
    );
    const sum = (amountOf: (one: Commission) => number): number =>
      mine.reduce((total, one) => total + amountOf(one), 0);
    const entries = (kind: Parameters<typeof affiliateAccount>[1]): number =>
      this.chains.get(headKey(affiliateAccount(affiliateId, kind), currency))?.balanceMinor ?? 0;
    const pendingMinor = sum((one) => (one.status === 'pending' ? one.amountMinor : 0));
    const fromCommissions = {
      pendingMinor,
      availableMinor: sum(freeMinor),
      reservedMinor: sum(({ reservedMinor }) => reservedMinor),
      paidMinor: sum(({ paidMinor }) => paidMinor),
      debtMinor: sum(debtMinor),
    };
    const fromEntries = {
      pendingMinor: entries('pending'),
      availableMinor: entries('available'),
      reservedMinor: entries('reserved'),
      paidMinor: entries('paid'),
      debtMinor: 0 - entries('debt'),
    };
    const owed = sum((one) => (isLive(one) ? one.amountMinor : 0));
    // Cheaper than `expect`, because it runs after each of thousands of steps.
    const wrong = balanceFields.filter(
      (field) => balance[field] !== fromCommissions[field] || balance[field] !== fromEntries[field],
    );
    if (wrong.length > 0 || totalEarningsMinor(balance) !== owed) {
      const found = JSON.stringify({ balance, fromCommissions, fromEntries, owed });
      throw new Error(`Balance, commissions and entries differ: ${found}`);
    }
  }
}
