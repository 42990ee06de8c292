import { randomUUIDv7 } from 'node:crypto';
import { conflict, invalid, notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';

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

/** A command that is never answered, before or after it took effect; for processes that are to be killed. */
interface Hang {
  readonly command: Command;
  readonly when: Failure;
  /** Left out: the next one of whatever payout. */
  readonly payoutId: string | undefined;
  readonly reached: () => void;
}

interface Asked {
  readonly payoutId: string;
  readonly affiliateId: string;
  readonly amountMinor: number;
  readonly commissionIds: readonly string[];
  readonly attempt?: number;
}

/** The reserve of an attempt that is over. */
const isLate = (known: Reservation, attempt: number): boolean =>
  attempt === 0 ? !known.wasReserved : attempt <= known.attempt;

const freeMinor = ({ isApproved, amountMinor, reservedMinor, paidMinor }: Commission): number =>
  isApproved ? amountMinor - reservedMinor - paidMinor : 0;

const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** Plays commission's ledger, by its rules and in memory, and fails on demand. US cents. */
export class MemoryLedger {
  private readonly commissions = new Map<string, Commission>();
  private readonly byAffiliate = new Map<string, Commission[]>();
  private readonly reservations = new Map<string, Reservation>();
  private readonly failures: { command: Command; when: Failure }[] = [];
  private readonly hangs: Hang[] = [];
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

  /** The next `times` calls of a command fail. */
  fail(command: Command, when: Failure, times = 1): void {
    for (let left = times; left > 0; left -= 1) this.failures.push({ command, when });
  }

  /** Lets the next such command hang, of a payout where one is given. Resolves once it does. */
  hang(command: Command, when: Failure, payoutId?: string): Promise<void> {
    return new Promise((resolve) => {
      this.hangs.push({ command, when, payoutId, reached: resolve });
    });
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
  async run<T>(command: Command, payoutId: string, work: () => T): Promise<T> {
    const at = this.hangs.findIndex(
      ({ command: name, payoutId: of }) =>
        name === command && (of === undefined || of === payoutId),
    );
    const [hang] = at < 0 ? [] : this.hangs.splice(at, 1);
    if (hang !== undefined) {
      if (hang.when === 'after') work();
      hang.reached();
      // Whoever asked is killed; nobody else waits for this.
      await new Promise(() => undefined);
    }
    const index = this.failures.findIndex((one) => one.command === command);
    const [failure] = index < 0 ? [] : this.failures.splice(index, 1);
    if (failure?.when === 'before') throw away();
    const result = work();
    if (failure?.when === 'after') throw away();
    return result;
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
    this.reservations.set(asked.payoutId, { items, state: 'reserved', wasReserved: true, attempt });
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

/** Serves a ledger over gRPC on a free port. */
export async function openMemoryLedger() {
  const ledger = new MemoryLedger();
  const service = 'tributary.commission.v1.Ledger';
  const rpcs = [
    rpc(service, 'Balance', ({ affiliateId, currency }) =>
      Promise.resolve({
        currency,
        ...ledger.balance(affiliateId),
        pendingMinor: 0,
        lastUpdated: '',
      }),
    ),
    rpc(service, 'Reserve', (asked) =>
      ledger.run('Reserve', asked.payoutId, () => ({ items: [...ledger.reserve(asked)] })),
    ),
    rpc(service, 'Settle', ({ payoutId }) =>
      ledger.run('Settle', payoutId, () => {
        ledger.settle(payoutId);
        return { paidCommissions: 0 };
      }),
    ),
    rpc(service, 'Release', ({ payoutId, attempt }) =>
      ledger.run('Release', payoutId, () => {
        ledger.release(payoutId, attempt);
        return {};
      }),
    ),
    rpc(service, 'Restore', ({ payoutId }) =>
      ledger.run('Restore', payoutId, () => {
        ledger.restore(payoutId);
        return {};
      }),
    ),
  ];
  const unexpected: unknown[] = [];
  const server = await serveGrpc({
    port: 0,
    host: '127.0.0.1',
    rpcs,
    isReady: () => true,
    onUnexpected: (_method, error) => unexpected.push(error),
  });
  return {
    ledger,
    address: `127.0.0.1:${String(server.port)}`,
    close: () => server.close(1_000),
  };
}
