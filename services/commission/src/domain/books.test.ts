import type { ReviewedConversion } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { percentOf } from '@tributary/money';
import { anApprovedConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import { netAvailableMinor } from './balance.ts';
import { isLive, settledMinor } from './commission.ts';

const affiliates = ['anna', 'bela', 'cleo'] as const;
const WHOLE = 1_000_000_000_000;

type Step =
  | { kind: 'approve'; conversion: number; affiliateCount: number; value: number; hold: boolean }
  | { kind: 'refund'; conversion: number; part: number }
  | { kind: 'reverse'; conversion: number }
  | { kind: 'wait' }
  | { kind: 'reserve'; affiliate: number; part: number; payout: number }
  | { kind: 'settle' | 'release' | 'restore'; payout: number };

const nat = (max: number) => fc.integer({ min: 0, max });
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('approve' as const),
      conversion: nat(9),
      affiliateCount: fc.integer({ min: 1, max: 3 }),
      value: nat(20_000),
      hold: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      conversion: nat(9),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('reverse' as const), conversion: nat(9) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('reserve' as const),
      affiliate: nat(2),
      part: fc.integer({ min: 1, max: 120 }),
      payout: nat(7),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('settle' as const, 'release' as const, 'restore' as const),
      payout: nat(7),
    }),
  },
);

interface Order {
  readonly approval: ReviewedConversion;
  refundedMinor: number;
  reversed: boolean;
}

/** What should come out, told without a ledger: orders and the refunds on them, payouts and their ends. */
class Model {
  readonly orders = new Map<string, Order>();
  readonly refunds = new Map<string, { refundedMinor: number; reversed: boolean }>();
  private count = 0;

  nextAdjustmentId(): string {
    this.count += 1;
    return `adjustment-${String(this.count)}`;
  }
}

const idOf = (conversion: number): string => `conversion-${String(conversion)}`;
const payoutOf = (payout: number): string => `payout-${String(payout)}`;

function approvalOf(step: Extract<Step, { kind: 'approve' }>): ReviewedConversion {
  const credited = affiliates.slice(0, step.affiliateCount);
  const weight = Math.floor(WHOLE / credited.length);
  return anApprovedConversion({
    conversionId: idOf(step.conversion),
    valueMinor: step.value,
    reviewedAt: '2026-05-01T12:00:00.000Z',
    terms: { type: 'percentage', value: '7.5', currency: 'USD', holdDays: step.hold ? 1 : 0 },
    shares: credited.map((affiliateId) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight,
      valueMinor: Math.floor(step.value / credited.length),
    })),
  });
}

/** Does a step twice, because everything may be asked for twice. An expected refusal is no failure. */
function twice(work: () => void): void {
  for (const _time of [1, 2]) {
    try {
      work();
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
  }
}

function refund(books: MemoryBooks, model: Model, conversionId: string, part: number): void {
  const order = model.orders.get(conversionId);
  if (order === undefined || order.reversed) return;
  const leftMinor = order.approval.valueMinor - order.refundedMinor;
  const takenMinor = Math.ceil((leftMinor * part) / 100);
  if (takenMinor === 0) return;
  order.refundedMinor += takenMinor;
  const { refundedMinor } = order;
  const id = model.nextAdjustmentId();
  twice(() => {
    books.adjust(conversionId, { id, reason: 'partial_refund', whole: false, refundedMinor });
  });
}

function reverse(books: MemoryBooks, model: Model, conversionId: string): void {
  const order = model.orders.get(conversionId);
  if (order === undefined || order.reversed) return;
  order.reversed = true;
  const id = model.nextAdjustmentId();
  const refundedMinor = order.approval.valueMinor;
  twice(() => {
    books.adjust(conversionId, { id, reason: 'refund', whole: true, refundedMinor });
  });
}

function reserve(books: MemoryBooks, step: Extract<Step, { kind: 'reserve' }>): void {
  const affiliateId = affiliates[step.affiliate] ?? 'anna';
  const netMinor = netAvailableMinor(books.balance(affiliateId));
  const amountMinor = Math.ceil((Math.max(1, netMinor) * step.part) / 100);
  const payoutId = payoutOf(step.payout);
  const before = books.balance(affiliateId).reservedMinor;
  twice(() => {
    books.reserve({
      payoutId,
      affiliateId,
      amountMinor,
      currency: 'USD',
      commissionIds: [],
      attempt: 0,
    });
  });
  const taken = books.balance(affiliateId).reservedMinor - before;
  expect(taken).toBeLessThanOrEqual(Math.max(0, netMinor));
}

function perform(books: MemoryBooks, model: Model, step: Step): void {
  switch (step.kind) {
    case 'approve': {
      const approval = approvalOf(step);
      const { conversionId } = approval;
      const known = model.orders.get(conversionId);
      if (known === undefined) {
        model.orders.set(conversionId, { approval, refundedMinor: 0, reversed: false });
      }
      twice(() => {
        books.approve(known?.approval ?? approval);
      });
      return;
    }
    case 'refund':
      refund(books, model, idOf(step.conversion), step.part);
      return;
    case 'reverse':
      reverse(books, model, idOf(step.conversion));
      return;
    case 'wait':
      books.now = new Date(books.now.getTime() + DAY_MS);
      books.endHolds();
      return;
    case 'reserve':
      reserve(books, step);
      return;
    default:
      if (!books.reservations.has(payoutOf(step.payout))) return;
      twice(() => {
        books[step.kind](payoutOf(step.payout));
      });
  }
}

/** Each order's commissions against the order itself. */
function checkOrders(books: MemoryBooks, model: Model): void {
  const wrong: unknown[] = [];
  for (const [conversionId, order] of model.orders) {
    const commissions = books.commissionsOf(conversionId);
    const entitled = commissions.reduce((sum, { entitledMinor }) => sum + entitledMinor, 0);
    const leftMinor = order.approval.valueMinor - order.refundedMinor;
    if (entitled !== (order.reversed ? 0 : percentOf(leftMinor, '7.5'))) wrong.push(order);
    for (const commission of commissions) {
      const { amountMinor, entitledMinor, reservedMinor, paidMinor } = commission;
      const owed = isLive(commission) ? Math.max(entitledMinor, settledMinor(commission)) : 0;
      if (amountMinor !== owed || reservedMinor < 0 || paidMinor < 0) wrong.push(commission);
    }
  }
  expect(wrong).toEqual([]);
}

/** What payouts took, by their own records. */
function checkPayouts(books: MemoryBooks): void {
  const reservations = [...books.reservations.values()];
  const sum = (affiliateId: string, state: string): number =>
    reservations
      .filter((one) => one.affiliateId === affiliateId && one.state === state)
      .reduce((total, { amountMinor }) => total + amountMinor, 0);
  const wrong = affiliates.filter((affiliateId) => {
    const { reservedMinor, paidMinor } = books.balance(affiliateId);
    return (
      reservedMinor !== sum(affiliateId, 'reserved') || paidMinor !== sum(affiliateId, 'settled')
    );
  });
  expect(wrong).toEqual([]);
}

describe('the books as a whole', () => {
  it('explain every cent after each of thousands of steps in any order, each done twice', () => {
    let performed = 0;
    fc.assert(
      fc.property(fc.array(steps, { minLength: 60, maxLength: 100 }), (story) => {
        const books = new MemoryBooks();
        const model = new Model();
        for (const step of story) {
          perform(books, model, step);
          books.check();
          checkOrders(books, model);
          checkPayouts(books);
          performed += 1;
        }
      }),
      { numRuns: 25 },
    );
    expect(performed).toBeGreaterThan(1_000);
  });

  it('come out the same whichever of approval and refunds is heard of first', () => {
    const story = fc.record({
      value: fc.integer({ min: 1, max: 1_000_000 }),
      affiliateCount: fc.integer({ min: 1, max: 3 }),
      hold: fc.boolean(),
      parts: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 4 }),
      reversed: fc.boolean(),
    });
    fc.assert(
      fc.property(story, ({ value, affiliateCount, hold, parts, reversed }) => {
        const step = { kind: 'approve' as const, conversion: 0, affiliateCount, value, hold };
        const approval = approvalOf(step);
        const inOrder = new MemoryBooks();
        const model = new Model();
        model.orders.set(idOf(0), { approval, refundedMinor: 0, reversed: false });
        inOrder.approve(approval);
        for (const part of parts) refund(inOrder, model, idOf(0), part);
        if (reversed) reverse(inOrder, model, idOf(0));

        const overtaken = new MemoryBooks();
        for (const adjustment of inOrder.conversions.get(idOf(0))?.adjustments ?? []) {
          const { id, reason, whole, refundedMinor } = adjustment;
          overtaken.adjust(idOf(0), { id, reason, whole, refundedMinor });
        }
        overtaken.approve(approval);
        overtaken.check();
        const result = (books: MemoryBooks) =>
          books.commissionsOf(idOf(0)).map(({ affiliateId, status, amountMinor }) => ({
            affiliateId,
            status,
            amountMinor,
          }));
        expect(result(overtaken)).toEqual(result(inOrder));
      }),
      { numRuns: 100 },
    );
  });
});
