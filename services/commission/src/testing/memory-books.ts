import type { AttributionShare, DomainEvent, ReviewedConversion } from '@tributary/contracts';
import { type ConversionBook, decideAdjustment } from '../domain/adjustment.ts';
import { decideAttributionChange, decideChangeUndo } from '../domain/attribution-change.ts';
import { decideCancellation } from '../domain/cancellation.ts';
import { addPart, commissionParts, partsBetween, type SumPart } from '../domain/affiliate-sums.ts';
import { type Balance, balanceChanges, changeBalance, emptyBalance } from '../domain/balance.ts';
import { type Changes, type Stamps, noChanges } from '../domain/changes.ts';
import { type Commission } from '../domain/commission.ts';
import { decideCreation, type FrozenTerms, nothingFrozen } from '../domain/creation.ts';
import {
  type Adjustment,
  type AdjustmentOutcome,
  type CreditMove,
  type EarnedConversion,
  unknownConversion,
} from '../domain/earned-conversion.ts';
import { decideHoldEnd } from '../domain/hold.ts';
import {
  type AccountHead,
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
import { verifyLedger } from '../features/verify-ledger/verify-ledger.ts';
import { digest } from '../store/ledger-store.ts';
import { auditOf } from './memory-audit.ts';

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
  readonly sums = new Map<string, SumPart>();
  private ids = 0;

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
    const { outcome, changes } = decideAdjustment(
      this.conversionBook(conversionId),
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

  recredit(
    conversionId: string,
    changeId: string,
    shares: readonly AttributionShare[],
  ): CreditMove[] {
    const { known, changes } = decideAttributionChange(
      this.conversionBook(conversionId),
      { id: changeId, shares },
      this.stamps(),
    );
    this.apply(changes);
    return [...known.moves];
  }

  undo(conversionId: string, changeId: string): void {
    const undo = { changeId, undoId: `undo-${changeId}` };
    this.apply(decideChangeUndo(this.conversionBook(conversionId), undo, this.stamps()).changes);
  }

  private conversionBook(conversionId: string): ConversionBook {
    const conversion = this.conversions.get(conversionId) ?? unknownConversion(conversionId);
    return { conversion, commissions: this.commissionsOf(conversionId) };
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
    this.saveCommissions([...changes.created, ...changes.changed]);
    for (const one of changes.reservations) this.reservations.set(one.payoutId, one);
    this.events.push(...changes.events);
  }

  /** Saves commissions and their sums. */
  private saveCommissions(saved: readonly Commission[]): void {
    const before = saved.flatMap(({ id }) => this.commissions.get(id) ?? []);
    const parts = partsBetween(before.flatMap(commissionParts), saved.flatMap(commissionParts));
    for (const part of parts) addPart(this.sums, part);
    for (const one of saved) this.commissions.set(one.id, one);
  }

  /** Throws where the verification of the ledger finds a difference. */
  async check(): Promise<void> {
    const { differences } = await verifyLedger(auditOf(this), digest);
    if (differences.length > 0) throw new Error(`The books differ: ${JSON.stringify(differences)}`);
  }
}
