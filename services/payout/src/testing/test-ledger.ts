import { randomUUIDv7 } from 'node:crypto';
import { conflict, invalid, notFound } from '@tributary/errors';
import { type LedgerCommand, LedgerFaults } from './ledger-faults.ts';

interface Commission {
  readonly id: string;
  readonly amountMinor: number;
  reservedMinor: number;
  paidMinor: number;
}

interface Item {
  readonly commissionId: string;
  readonly amountMinor: number;
}

interface Reservation {
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly items: readonly Item[];
  state: 'reserved' | 'settled' | 'released' | 'restored';
  /** False where a release came before any reserve. */
  readonly wasReserved: boolean;
  /** The last attempt that was reserved or released. */
  attempt: number;
}

interface ReserveRequest {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly attempt?: number;
}

/** Whether a reserve belongs to an attempt that was released already. */
const isLate = (known: Reservation, attempt: number): boolean =>
  attempt === 0 ? !known.wasReserved : attempt <= known.attempt;

/** Whether the payout is reserved already. @throws conflict where it ended, or was reserved on other terms */
function isReserved(known: Reservation, request: ReserveRequest): boolean {
  const { affiliateId, amountMinor, attempt = 0 } = request;
  const isReleased = known.state === 'released';
  if (isReleased && isLate(known, attempt)) throw conflict('reservation_released');
  if (!known.wasReserved) return false;
  const isSame = known.affiliateId === affiliateId && known.amountMinor === amountMinor;
  if (!isSame) throw conflict('payout_id_reused');
  if (known.state === 'restored') throw conflict('reservation_restored');
  return !isReleased;
}

const freeMinor = ({ amountMinor, reservedMinor, paidMinor }: Commission): number =>
  amountMinor - reservedMinor - paidMinor;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/**
 * Stands in for commission's ledger: balances, and commands that are idempotent by payout and attempt. Both obey the
 * rules of `describeLedger`. It does not know why a commission cannot be paid; tests inject such refusals. US cents.
 */
export class TestLedger extends LedgerFaults {
  private readonly commissions = new Map<string, Commission[]>();
  private readonly reservations = new Map<string, Reservation>();
  /** Commands that changed something; a repeated command does not. */
  private readonly effects: { command: LedgerCommand; payoutId: string }[] = [];

  /** Adds approved commissions of these amounts. @returns their ids */
  earn(affiliateId: string, ...amounts: readonly number[]): string[] {
    const earned = amounts.map((amountMinor): Commission => {
      const id = randomUUIDv7();
      return { id, amountMinor, reservedMinor: 0, paidMinor: 0 };
    });
    this.commissions.set(affiliateId, [...this.commissionsOf(affiliateId), ...earned]);
    return earned.map(({ id }) => id);
  }

  cancel(commissionId: string): void {
    for (const [affiliateId, commissions] of this.commissions) {
      const left = commissions.filter(({ id }) => id !== commissionId);
      this.commissions.set(affiliateId, left);
    }
  }

  balance(affiliateId: string) {
    const own = this.commissionsOf(affiliateId);
    return {
      availableMinor: sum(own.map(freeMinor)),
      reservedMinor: sum(own.map(({ reservedMinor }) => reservedMinor)),
      paidMinor: sum(own.map(({ paidMinor }) => paidMinor)),
    };
  }

  effectsOf(payoutId: string): LedgerCommand[] {
    return this.effects.filter((one) => one.payoutId === payoutId).map(({ command }) => command);
  }

  /** The affiliate of a payout that was reserved. */
  affiliateOf(payoutId: string): string | undefined {
    return this.reservations.get(payoutId)?.affiliateId;
  }

  reserve(request: ReserveRequest): readonly Item[] {
    const { payoutId, affiliateId, amountMinor, attempt = 0 } = request;
    if (amountMinor <= 0) throw invalid('invalid_amount');
    const known = this.reservations.get(payoutId);
    if (known !== undefined && isReserved(known, request)) return known.items;
    const items = takeItems(this.commissionsOf(affiliateId), request);
    const reserved = { affiliateId, amountMinor, items, attempt, wasReserved: true };
    this.move(reserved, (commission, minor) => (commission.reservedMinor += minor));
    this.reservations.set(payoutId, { ...reserved, state: 'reserved' });
    this.effects.push({ command: 'Reserve', payoutId });
    return items;
  }

  settle(payoutId: string): void {
    const known = this.get(payoutId);
    if (known.state === 'settled' || known.state === 'restored') return;
    if (known.state === 'released') throw conflict('reservation_released');
    this.end(payoutId, 'Settle', 'settled');
    this.move(known, (commission, minor) => {
      commission.reservedMinor -= minor;
      commission.paidMinor += minor;
    });
  }

  release(payoutId: string, attempt = 0): void {
    const known = this.reservations.get(payoutId);
    if (known === undefined) {
      const none = { affiliateId: '', amountMinor: 0, items: [], wasReserved: false };
      this.reservations.set(payoutId, { ...none, state: 'released', attempt });
      return;
    }
    // The release of an earlier attempt: the reservation belongs to a later one.
    if (attempt > 0 && attempt < known.attempt) return;
    if (known.state === 'released') {
      known.attempt = attempt;
      return;
    }
    if (known.state !== 'reserved') throw conflict('reservation_settled');
    this.end(payoutId, 'Release', 'released');
    this.move(known, (commission, minor) => (commission.reservedMinor -= minor));
  }

  restore(payoutId: string): void {
    const known = this.get(payoutId);
    if (known.state === 'restored') return;
    if (known.state !== 'settled') throw conflict('reservation_not_settled');
    this.end(payoutId, 'Restore', 'restored');
    this.move(known, (commission, minor) => (commission.paidMinor -= minor));
  }

  private commissionsOf(affiliateId: string): Commission[] {
    return this.commissions.get(affiliateId) ?? [];
  }

  private get(payoutId: string): Reservation {
    const known = this.reservations.get(payoutId);
    if (known === undefined) throw notFound('reservation_not_found');
    return known;
  }

  private end(payoutId: string, command: LedgerCommand, state: Reservation['state']): void {
    this.get(payoutId).state = state;
    this.effects.push({ command, payoutId });
  }

  private move(
    { affiliateId, items }: Pick<Reservation, 'affiliateId' | 'items'>,
    change: (commission: Commission, minor: number) => void,
  ): void {
    for (const { commissionId, amountMinor } of items) {
      const commission = this.commissionsOf(affiliateId).find(({ id }) => id === commissionId);
      if (commission !== undefined) change(commission, amountMinor);
    }
  }
}

/** What a reserve takes: exactly the named commissions, else the oldest, the last one in part. */
function takeItems(commissions: readonly Commission[], request: ReserveRequest): Item[] {
  const { amountMinor, commissionIds } = request;
  if (commissionIds.length > 0) return takeNamed(commissions, request);
  let leftMinor = amountMinor;
  const items: Item[] = [];
  for (const commission of commissions) {
    const taken = Math.min(leftMinor, freeMinor(commission));
    if (taken > 0) items.push({ commissionId: commission.id, amountMinor: taken });
    leftMinor -= taken;
  }
  if (leftMinor > 0) throw invalid('insufficient_balance');
  return items;
}

function takeNamed(
  commissions: readonly Commission[],
  { amountMinor, commissionIds }: ReserveRequest,
): Item[] {
  const named = commissions.filter(({ id }) => commissionIds.includes(id));
  if (named.length < commissionIds.length) throw notFound('commission_not_found');
  if (named.some((one) => one.paidMinor === one.amountMinor)) {
    throw conflict('commission_already_paid');
  }
  if (named.some(({ reservedMinor }) => reservedMinor > 0)) {
    throw conflict('commission_in_another_payout');
  }
  if (sum(named.map(freeMinor)) !== amountMinor) throw invalid('amount_mismatch');
  return named.map((one) => ({ commissionId: one.id, amountMinor: freeMinor(one) }));
}
