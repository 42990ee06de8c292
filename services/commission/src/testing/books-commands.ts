import type { ReviewedConversion } from '@tributary/contracts';
import { anApprovedConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { netAvailableMinor } from '../domain/balance.ts';
import { Recredit, Undo } from './books-changes.ts';
import {
  affiliates,
  checkStep,
  type DrivenBooks,
  type Model,
  type Payout,
  percent,
  requireSame,
} from './books-model.ts';
import { type Manner, Step } from './books-step.ts';

class Approve extends Step {
  private readonly order: { id: string; value: number; credited: number; hold: boolean };

  constructor(manner: Manner, order: Approve['order']) {
    super(manner);
    this.order = order;
  }

  override check = (): boolean => true;

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const { id, value } = this.order;
    const approval = approvalOf(this.order);
    await this.perform(books, () => books.approve(approval));
    if (!model.orders.has(id)) {
      const ratePercent = 75;
      model.orders.set(id, {
        ...{ valueMinor: value, ratePercent, refundedMinor: 0, isOver: false, isTouched: false },
        owedMinor: percent(value, ratePercent),
      });
    }
    await checkStep(model, books);
  }

  override toString = (): string => `Approve(${JSON.stringify(this.order)}, ${this.manner})`;
}

export function approvalOf({ id, value, credited, hold }: Approve['order']): ReviewedConversion {
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

  override async run(model: Model, books: DrivenBooks): Promise<void> {
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
    await this.perform(books, () => books.adjust(this.id, adjustment));
    await checkStep(model, books);
  }

  override toString = (): string => `Refund(${this.id}, ${String(this.part)} %, ${this.manner})`;
}

class Cancel extends Step {
  private readonly id: string;
  private readonly cancelled: { readonly index: number; readonly isFraud: boolean };

  /** @param cancelled which of the order's commissions, and why */
  constructor(manner: Manner, id: string, cancelled: Cancel['cancelled']) {
    super(manner);
    this.id = id;
    this.cancelled = cancelled;
  }

  override check = ({ orders }: Readonly<Model>): boolean => orders.has(this.id);

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const order = model.orders.get(this.id);
    const commissions = await books.commissionsOf(this.id);
    const { index, isFraud } = this.cancelled;
    const commission = commissions[index % commissions.length];
    if (order === undefined || commission === undefined) return;
    order.isTouched = true;
    await this.perform(books, () => books.cancel(commission.id, isFraud));
    await checkStep(model, books);
  }

  override toString = (): string =>
    `Cancel(${this.id}, ${JSON.stringify(this.cancelled)}, ${this.manner})`;
}

class Wait extends Step {
  override check = (): boolean => true;

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    books.now = new Date(books.now.getTime() + DAY_MS);
    await this.perform(books, () => books.endHolds());
    await checkStep(model, books);
  }

  override toString = (): string => `Wait(${this.manner})`;
}

const isNewReserve = (known: Payout | undefined, attempt: number): boolean =>
  known === undefined || (known.state === 'released' && attempt > known.attempt);

class Reserve extends Step {
  private readonly reserve: { id: string; affiliate: number; part: number; next: boolean };

  constructor(manner: Manner, reserve: Reserve['reserve']) {
    super(manner);
    this.reserve = reserve;
  }

  override check = (): boolean => true;

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const known = model.payouts.get(this.reserve.id);
    const request = await this.requestFor(known, books);
    const { affiliateId, amountMinor, attempt } = request;
    const netMinor = netAvailableMinor(await books.balance(affiliateId));
    const refusal = await this.perform(books, () => books.reserve(request));
    if (isNewReserve(known, attempt)) {
      requireSame('is reserved', refusal === undefined, amountMinor <= netMinor);
      const payout = { affiliateId, amountMinor, state: 'reserved' as const, attempt };
      if (refusal === undefined) model.payouts.set(this.reserve.id, payout);
    } else if (known?.state === 'released') {
      requireSame<string | undefined>('a late reserve', refusal, 'reservation_released');
    }
    await checkStep(model, books);
  }

  private async requestFor(known: Payout | undefined, books: DrivenBooks) {
    const { id: payoutId, affiliate, part, next } = this.reserve;
    const attempt = (known?.attempt ?? 0) + (next || known === undefined ? 1 : 0);
    const request = { payoutId, currency: 'USD', commissionIds: [], attempt };
    if (known !== undefined) {
      const { affiliateId, amountMinor } = known;
      return { ...request, affiliateId, amountMinor };
    }
    const affiliateId = affiliates[affiliate] ?? 'anna';
    const netMinor = netAvailableMinor(await books.balance(affiliateId));
    const amountMinor = Math.max(1, Math.ceil((Math.max(1, netMinor) * part) / 100));
    return { ...request, affiliateId, amountMinor };
  }

  override toString = (): string => `Reserve(${JSON.stringify(this.reserve)}, ${this.manner})`;
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

  override async run(model: Model, books: DrivenBooks): Promise<void> {
    const payout = model.payouts.get(this.id);
    if (payout === undefined) return;
    const { from, to } = ends[this.kind];
    const refusal = await this.perform(books, () =>
      this.kind === 'release' ? books.release(this.id, payout.attempt) : books[this.kind](this.id),
    );
    if (payout.state === from) {
      requireSame(this.kind, refusal, undefined);
      payout.state = to;
    }
    await checkStep(model, books);
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

const aCancellation = fc.record({ index: nat(5), isFraud: fc.boolean() });
const aChange = fc.record({
  id: orderId,
  weights: fc
    .array(nat(5), { minLength: 3, maxLength: 3 })
    .filter((weights) => weights.some((weight) => weight > 0)),
});

/** All commands; several are listed twice to occur more often. */
export const bookSteps = [
  approve,
  approve,
  fc.tuple(manner, orderId, fc.integer({ min: 1, max: 100 })).map((given) => new Refund(...given)),
  fc.tuple(manner, orderId, aCancellation).map((given) => new Cancel(...given)),
  manner.map((how) => new Wait(how)),
  fc.tuple(manner, aChange).map((given) => new Recredit(...given)),
  fc.tuple(manner, aChange).map((given) => new Recredit(...given)),
  fc.tuple(manner, orderId).map((given) => new Undo(...given)),
  reserve,
  reserve,
  end,
  end,
];
