import { randomUUIDv7 } from 'node:crypto';
import { conflict, invalid, notFound, unavailable } from '@tributary/errors';

interface Commission {
  readonly id: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  isApproved: boolean;
  reservedMinor: number;
  paidMinor: number;
}

interface Item {
  readonly commissionId: string;
  readonly amountMinor: number;
}

interface Reservation {
  readonly affiliateId: string;
  readonly items: readonly Item[];
  state: 'reserved' | 'settled' | 'released' | 'restored';
  /** False where a release came before any reserve. */
  readonly wasReserved: boolean;
  /** The last one that was reserved or released. */
  attempt: number;
}

type Command = 'Reserve' | 'Settle' | 'Release' | 'Restore';
/** Away without having done anything, or with all done and the answer lost. */
type Failure = 'before' | 'after';

/** A command that fails, once; of an affiliate where one is named. */
interface Armed {
  readonly command: Command;
  readonly when: Failure;
  readonly affiliateId: string | undefined;
}

/** Commands of an affiliate that are never answered; for processes that are to be killed. */
interface Hang {
  readonly command: Command;
  readonly when: Failure;
  readonly affiliateId: string;
  readonly reached: () => void;
}

interface Asked {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly attempt?: number;
}

/** Whose command it is; without an affiliate, the one whose reservation it is. */
interface Named {
  readonly payoutId: string;
  readonly affiliateId?: string;
}

/** The reserve of an attempt that is over. */
const isLate = (known: Reservation, attempt: number): boolean =>
  attempt === 0 ? !known.wasReserved : attempt <= known.attempt;

const freeMinor = ({ isApproved, amountMinor, reservedMinor, paidMinor }: Commission): number =>
  isApproved ? amountMinor - reservedMinor - paidMinor : 0;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Plays commission's ledger, by its rules and in memory, and fails on demand. US cents. */
export class TestLedger {
  private readonly commissions = new Map<string, Commission>();
  private readonly byAffiliate = new Map<string, Commission[]>();
  private readonly reservations = new Map<string, Reservation>();
  private readonly failures: Armed[] = [];
  private hangs: Hang[] = [];
  private readonly broken = new Set<string>();
  /** Commands that took effect; what is asked again takes none. */
  readonly effects: { command: Command; payoutId: string }[] = [];

  earn(affiliateId: string, ...amounts: readonly number[]): string[] {
    return amounts.map((amountMinor) => {
      const id = randomUUIDv7();
      const unpaid = { isApproved: true, reservedMinor: 0, paidMinor: 0 };
      const commission = { id, affiliateId, amountMinor, ...unpaid };
      this.commissions.set(id, commission);
      this.byAffiliate.set(affiliateId, [...this.of(affiliateId), commission]);
      return id;
    });
  }

  cancel(commissionId: string): void {
    const commission = this.commissions.get(commissionId);
    if (commission !== undefined) commission.isApproved = false;
  }

  /** The next call of a command fails, of an affiliate's where one is given. */
  fail(command: Command, when: Failure, affiliateId?: string): void {
    this.failures.push({ command, when, affiliateId });
  }

  /** Whether a call that was to fail is still to come. */
  get isArmed(): boolean {
    return this.failures.length > 0;
  }

  /**
   * Lets an affiliate's commands hang until `letGo`, also those that are asked again after their deadline,
   * before or after they took effect. Resolves once one does.
   */
  hang(command: Command, when: Failure, affiliateId: string): Promise<void> {
    return new Promise((resolve) => {
      this.hangs.push({ command, when, affiliateId, reached: resolve });
    });
  }

  /** Every command of an affiliate ends in an error that is a mistake of the ledger's own, until it is mended. */
  break(affiliateId: string): void {
    this.broken.add(affiliateId);
  }

  mend(): void {
    this.broken.clear();
  }

  letGo(): void {
    this.hangs = [];
  }

  balance(affiliateId: string) {
    const own = this.of(affiliateId);
    return {
      availableMinor: sum(own.map(freeMinor)),
      reservedMinor: sum(own.map(({ reservedMinor }) => reservedMinor)),
      paidMinor: sum(own.map(({ paidMinor }) => paidMinor)),
    };
  }

  effectsOf(payoutId: string): Command[] {
    return this.effects.filter((one) => one.payoutId === payoutId).map(({ command }) => command);
  }

  /** Does a command unless it is to fail; what `work` throws is the ledger's refusal. */
  async run<T>(command: Command, { payoutId, affiliateId }: Named, work: () => T): Promise<T> {
    const owner = affiliateId ?? this.reservations.get(payoutId)?.affiliateId;
    this.requireWhole(owner);
    const hang = this.hangs.find((one) => one.command === command && one.affiliateId === owner);
    if (hang !== undefined) {
      if (hang.when === 'after') work();
      hang.reached();
      // Whoever asked is killed; nobody else waits for this.
      await new Promise(() => undefined);
    }
    const index = this.failures.findIndex(
      (one) =>
        one.command === command && (one.affiliateId === undefined || one.affiliateId === owner),
    );
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure?.when === 'before') throw away();
    const result = work();
    if (failure?.when === 'after') throw away();
    return result;
  }

  private requireWhole(owner: string | undefined): void {
    if (owner !== undefined && this.broken.has(owner)) throw new Error('The ledger is broken');
  }

  reserve(asked: Asked): readonly Item[] {
    const known = this.reservations.get(asked.payoutId);
    const { attempt = 0 } = asked;
    if (known?.state === 'released' && isLate(known, attempt)) {
      throw conflict('reservation_released');
    }
    if (known?.state === 'restored') throw conflict('reservation_restored');
    if (known !== undefined && known.state !== 'released') return known.items;
    const items = asked.commissionIds.length > 0 ? this.named(asked) : this.oldest(asked);
    this.move(items, (commission, minor) => (commission.reservedMinor += minor));
    const { affiliateId } = asked;
    const reserved = { affiliateId, items, attempt, wasReserved: true };
    this.reservations.set(asked.payoutId, { ...reserved, state: 'reserved' });
    this.effects.push({ command: 'Reserve', payoutId: asked.payoutId });
    return items;
  }

  settle(payoutId: string): void {
    const known = this.get(payoutId);
    if (known.state === 'settled' || known.state === 'restored') return;
    if (known.state === 'released') throw conflict('reservation_released');
    this.end(payoutId, 'Settle', 'settled');
    this.move(known.items, (commission, minor) => {
      commission.reservedMinor -= minor;
      commission.paidMinor += minor;
    });
  }

  release(payoutId: string, attempt = 0): void {
    const known = this.reservations.get(payoutId);
    if (known === undefined) {
      this.reservations.set(payoutId, {
        affiliateId: '',
        items: [],
        state: 'released',
        wasReserved: false,
        attempt,
      });
      return;
    }
    known.attempt = Math.max(known.attempt, attempt);
    if (known.state === 'released') return;
    if (known.state !== 'reserved') throw conflict('reservation_settled');
    this.end(payoutId, 'Release', 'released');
    this.move(known.items, (commission, minor) => (commission.reservedMinor -= minor));
  }

  restore(payoutId: string): void {
    const known = this.get(payoutId);
    if (known.state === 'restored') return;
    if (known.state !== 'settled') throw conflict('reservation_not_settled');
    this.end(payoutId, 'Restore', 'restored');
    this.move(known.items, (commission, minor) => (commission.paidMinor -= minor));
  }

  private of(affiliateId: string): readonly Commission[] {
    return this.byAffiliate.get(affiliateId) ?? [];
  }

  private get(payoutId: string): Reservation {
    const known = this.reservations.get(payoutId);
    if (known === undefined) throw notFound('reservation_not_found');
    return known;
  }

  private end(payoutId: string, command: Command, state: Reservation['state']): void {
    this.get(payoutId).state = state;
    this.effects.push({ command, payoutId });
  }

  private move(items: readonly Item[], change: (commission: Commission, minor: number) => void) {
    for (const { commissionId, amountMinor } of items) {
      const commission = this.commissions.get(commissionId);
      if (commission !== undefined) change(commission, amountMinor);
    }
  }

  private oldest({ affiliateId, amountMinor }: Asked): Item[] {
    let leftMinor = amountMinor;
    const items: Item[] = [];
    for (const commission of this.of(affiliateId)) {
      const taken = Math.min(leftMinor, freeMinor(commission));
      if (taken > 0) items.push({ commissionId: commission.id, amountMinor: taken });
      leftMinor -= taken;
    }
    if (leftMinor > 0) throw invalid('insufficient_balance');
    return items;
  }

  private named({ affiliateId, amountMinor, commissionIds }: Asked): Item[] {
    const items = commissionIds.map((id) => {
      const commission = this.commissions.get(id);
      if (commission?.affiliateId !== affiliateId) throw notFound('commission_not_found');
      if (commission.paidMinor === commission.amountMinor) {
        throw conflict('commission_already_paid');
      }
      if (!commission.isApproved) throw conflict('commission_not_approved');
      if (commission.reservedMinor > 0) throw conflict('commission_in_another_payout');
      return { commissionId: id, amountMinor: freeMinor(commission) };
    });
    if (sum(items.map((item) => item.amountMinor)) !== amountMinor) {
      throw invalid('amount_mismatch');
    }
    return items;
  }
}

const away = () =>
  unavailable('ledger_away', { message: 'The ledger is away', retryAfterSeconds: 1 });
