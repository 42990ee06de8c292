import type { ReviewedConversion } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { anApprovedConversion } from '@tributary/testing';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import { netAvailableMinor } from './balance.ts';
import { isLive, settledMinor } from './commission.ts';

const STEPS = 10_000;
const DAY_MS = 86_400_000;
const affiliates = ['anna', 'bela', 'cleo'] as const;

interface Order {
  /** What all its affiliates are owed by the terms, minor units. */
  owedMinor: number;
  readonly valueMinor: number;
  readonly ratePercent: number;
  refundedMinor: number;
  isOver: boolean;
  /** Some commission of it was taken back by hand: what is left is not the whole any more. */
  isTouched: boolean;
}

interface Payout {
  readonly affiliateId: string;
  readonly amountMinor: number;
  state: 'reserved' | 'settled' | 'released' | 'restored';
  attempt: number;
}

/** What should be, told without a ledger. */
interface Model {
  readonly orders: Map<string, Order>;
  readonly payouts: Map<string, Payout>;
  adjustments: number;
}

/** How a step is asked for: once, twice, or by somebody who was killed before the commit and asks again. */
type Manner = 'once' | 'twice' | 'killed_first';

let performed = 0;

/** A step, and the whole of the books checked after it. */
abstract class Step implements fc.Command<Model, MemoryBooks> {
  protected readonly manner: Manner;

  constructor(manner: Manner) {
    this.manner = manner;
  }

  abstract check(model: Readonly<Model>): boolean;
  abstract run(model: Model, books: MemoryBooks): void;

  /** Does the work in its manner. @returns the code of the refusal, the same both times */
  protected perform(books: MemoryBooks, work: () => void): string | undefined {
    if (this.manner === 'killed_first') this.killed(books, work);
    const first = refusalOf(work);
    if (this.manner === 'twice') refusalOf(work);
    return first;
  }

  private killed(books: MemoryBooks, work: () => void): void {
    books.dies = true;
    const entries = books.entries.length;
    try {
      work();
    } catch (error) {
      if (!isAppError(error) && !String(error).includes('Killed')) throw error;
    }
    books.dies = false;
    expect(books.entries).toHaveLength(entries);
  }

  protected verify(model: Model, books: MemoryBooks): void {
    books.check();
    checkOrders(model, books);
    checkPayouts(model, books);
    performed += 1;
  }
}

function refusalOf(work: () => void): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}

/** Not `expect`: there are a million of these. */
function requireSame(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`${what}: ${String(found)}, not ${String(expected)}`);
}

function checkOrders({ orders }: Model, books: MemoryBooks): void {
  for (const [conversionId, order] of orders) {
    const commissions = books.commissionsOf(conversionId);
    const entitled = commissions.reduce((sum, { entitledMinor }) => sum + entitledMinor, 0);
    if (order.isOver) requireSame(conversionId, entitled, 0);
    else if (!order.isTouched) requireSame(conversionId, entitled, order.owedMinor);
    for (const one of commissions) {
      const owed = isLive(one) ? Math.max(one.entitledMinor, settledMinor(one)) : 0;
      requireSame(one.id, one.amountMinor, owed);
    }
  }
}

function checkPayouts({ payouts }: Model, books: MemoryBooks): void {
  for (const affiliateId of affiliates) {
    const sum = (state: Payout['state']): number =>
      [...payouts.values()]
        .filter((one) => one.affiliateId === affiliateId && one.state === state)
        .reduce((total, { amountMinor }) => total + amountMinor, 0);
    const { reservedMinor, paidMinor } = books.balance(affiliateId);
    requireSame(`${affiliateId} reserved`, reservedMinor, sum('reserved'));
    requireSame(`${affiliateId} paid`, paidMinor, sum('settled'));
  }
}

/** Half to even, on whole numbers. */
function percent(minor: number, rate: number): number {
  const tenths = minor * rate;
  const floor = Math.floor(tenths / 1_000);
  const rest = tenths % 1_000;
  const isUp = rest > 500 || (rest === 500 && floor % 2 === 1);
  return isUp ? floor + 1 : floor;
}

class Approve extends Step {
  private readonly order: { id: string; value: number; credited: number; hold: boolean };

  constructor(manner: Manner, order: Approve['order']) {
    super(manner);
    this.order = order;
  }

  override check = (): boolean => true;

  override run(model: Model, books: MemoryBooks): void {
    const { id, value } = this.order;
    const approval = approvalOf(this.order);
    this.perform(books, () => {
      books.approve(approval);
    });
    if (!model.orders.has(id)) {
      const ratePercent = 75;
      model.orders.set(id, {
        ...{ valueMinor: value, ratePercent, refundedMinor: 0, isOver: false, isTouched: false },
        owedMinor: percent(value, ratePercent),
      });
    }
    this.verify(model, books);
  }

  override toString = (): string => `Approve(${JSON.stringify(this.order)}, ${this.manner})`;
}

function approvalOf({ id, value, credited, hold }: Approve['order']): ReviewedConversion {
  return anApprovedConversion({
    conversionId: id,
    valueMinor: value,
    reviewedAt: '2026-05-01T12:00:00.000Z',
    terms: { type: 'percentage', value: '7.5', currency: 'USD', holdDays: hold ? 1 : 0 },
    shares: affiliates.slice(0, credited).map((affiliateId) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight: Math.floor(1e12 / credited),
      valueMinor: 0,
    })),
  });
}

class Refund extends Step {
  private readonly id: string;
  private readonly part: number;

  constructor(manner: Manner, id: string, part: number) {
    super(manner);
    this.id = id;
    this.part = part;
  }

  override check = ({ orders }: Readonly<Model>): boolean => orders.get(this.id)?.isOver === false;

  override run(model: Model, books: MemoryBooks): void {
    const order = model.orders.get(this.id);
    if (order === undefined) return;
    const leftMinor = order.valueMinor - order.refundedMinor;
    const whole = this.part === 100;
    order.refundedMinor += Math.ceil((leftMinor * this.part) / 100);
    order.isOver = whole;
    order.owedMinor = percent(order.valueMinor - order.refundedMinor, order.ratePercent);
    model.adjustments += 1;
    const adjustment = {
      id: `adjustment-${String(model.adjustments)}`,
      reason: whole ? ('chargeback' as const) : ('partial_refund' as const),
      whole,
      refundedMinor: order.refundedMinor,
    };
    this.perform(books, () => {
      books.adjust(this.id, adjustment);
    });
    this.verify(model, books);
  }

  override toString = (): string => `Refund(${this.id}, ${String(this.part)} %, ${this.manner})`;
}

class Cancel extends Step {
  private readonly id: string;
  private readonly isFraud: boolean;

  constructor(manner: Manner, id: string, isFraud: boolean) {
    super(manner);
    this.id = id;
    this.isFraud = isFraud;
  }

  override check = ({ orders }: Readonly<Model>): boolean => orders.has(this.id);

  override run(model: Model, books: MemoryBooks): void {
    const order = model.orders.get(this.id);
    const [commission] = books.commissionsOf(this.id);
    if (order === undefined || commission === undefined) return;
    order.isTouched = true;
    this.perform(books, () => {
      books.cancel(commission.id, this.isFraud);
    });
    this.verify(model, books);
  }

  override toString = (): string => `Cancel(${this.id}, ${this.manner})`;
}

class Wait extends Step {
  override check = (): boolean => true;

  override run(model: Model, books: MemoryBooks): void {
    books.now = new Date(books.now.getTime() + DAY_MS);
    this.perform(books, () => {
      books.endHolds();
    });
    this.verify(model, books);
  }

  override toString = (): string => `Wait(${this.manner})`;
}

const isNewReserve = (known: Payout | undefined, attempt: number): boolean =>
  known === undefined || (known.state === 'released' && attempt > known.attempt);

class Reserve extends Step {
  private readonly asked: { id: string; affiliate: number; part: number; next: boolean };

  constructor(manner: Manner, asked: Reserve['asked']) {
    super(manner);
    this.asked = asked;
  }

  override check = (): boolean => true;

  override run(model: Model, books: MemoryBooks): void {
    const known = model.payouts.get(this.asked.id);
    const asked = this.requestFor(known, books);
    const { affiliateId, amountMinor, attempt } = asked;
    const netMinor = netAvailableMinor(books.balance(affiliateId));
    const refusal = this.perform(books, () => {
      books.reserve(asked);
    });
    if (isNewReserve(known, attempt)) {
      expect(refusal === undefined).toBe(amountMinor <= netMinor);
      const payout = { affiliateId, amountMinor, state: 'reserved' as const, attempt };
      if (refusal === undefined) model.payouts.set(this.asked.id, payout);
    } else if (known?.state === 'released') {
      expect(refusal).toBe('reservation_released');
    }
    this.verify(model, books);
  }

  private requestFor(known: Payout | undefined, books: MemoryBooks) {
    const { id: payoutId, affiliate, part, next } = this.asked;
    const attempt = (known?.attempt ?? 0) + (next || known === undefined ? 1 : 0);
    const asked = { payoutId, currency: 'USD', commissionIds: [], attempt };
    if (known !== undefined) {
      const { affiliateId, amountMinor } = known;
      return { ...asked, affiliateId, amountMinor };
    }
    const affiliateId = affiliates[affiliate] ?? 'anna';
    const netMinor = netAvailableMinor(books.balance(affiliateId));
    const amountMinor = Math.max(1, Math.ceil((Math.max(1, netMinor) * part) / 100));
    return { ...asked, affiliateId, amountMinor };
  }

  override toString = (): string => `Reserve(${JSON.stringify(this.asked)}, ${this.manner})`;
}

const ends = {
  settle: { from: 'reserved', to: 'settled' },
  release: { from: 'reserved', to: 'released' },
  restore: { from: 'settled', to: 'restored' },
} as const;

class End extends Step {
  private readonly id: string;
  private readonly kind: keyof typeof ends;

  constructor(manner: Manner, id: string, kind: keyof typeof ends) {
    super(manner);
    this.id = id;
    this.kind = kind;
  }

  override check = ({ payouts }: Readonly<Model>): boolean => payouts.has(this.id);

  override run(model: Model, books: MemoryBooks): void {
    const payout = model.payouts.get(this.id);
    if (payout === undefined) return;
    const { from, to } = ends[this.kind];
    const refusal = this.perform(books, () => {
      if (this.kind === 'release') books.release(this.id, payout.attempt);
      else books[this.kind](this.id);
    });
    if (payout.state === from) {
      expect(refusal).toBeUndefined();
      payout.state = to;
    }
    this.verify(model, books);
  }

  override toString = (): string => `${this.kind}(${this.id}, ${this.manner})`;
}

const nat = (max: number) => fc.integer({ min: 0, max });
const manner = fc.constantFrom<Manner>('once', 'twice', 'killed_first');
const orderId = nat(9).map((number) => `order-${String(number)}`);
const payoutId = nat(7).map((number) => `payout-${String(number)}`);
const anOrder = fc.record({
  id: orderId,
  value: nat(20_000),
  credited: fc.integer({ min: 1, max: 3 }),
  hold: fc.boolean(),
});
const aReserve = fc.record({
  id: payoutId,
  affiliate: nat(2),
  part: fc.integer({ min: 1, max: 120 }),
  next: fc.boolean(),
});
const approve = fc.tuple(manner, anOrder).map((given) => new Approve(...given));
const reserve = fc.tuple(manner, aReserve).map((given) => new Reserve(...given));
const end = fc
  .tuple(
    manner,
    payoutId,
    fc.constantFrom('settle' as const, 'release' as const, 'restore' as const),
  )
  .map((given) => new End(...given));

const steps = [
  approve,
  approve,
  fc.tuple(manner, orderId, fc.integer({ min: 1, max: 100 })).map((given) => new Refund(...given)),
  fc.tuple(manner, orderId, fc.boolean()).map((given) => new Cancel(...given)),
  manner.map((how) => new Wait(how)),
  reserve,
  reserve,
  end,
  end,
];

describe('the books, driven by commands in any order, doubled and killed', () => {
  it('agree with a model that knows no ledger after each of ten thousand steps', () => {
    for (let run = 0; performed < STEPS; run += 1) {
      fc.assert(
        fc.property(fc.commands(steps, { maxCommands: 120, size: 'max' }), (commands) => {
          const model: Model = { orders: new Map(), payouts: new Map(), adjustments: 0 };
          fc.modelRun(() => ({ model, real: new MemoryBooks() }), commands);
        }),
        { numRuns: 20 },
      );
    }
    expect(performed).toBeGreaterThanOrEqual(STEPS);
  }, 120_000);
});
