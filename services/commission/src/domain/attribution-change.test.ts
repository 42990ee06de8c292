import { anApprovedConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import { netAvailableMinor } from './balance.ts';
import { debtMinor, isLive } from './commission.ts';

const [ANNA, BELA, CLEO] = ['anna', 'bela', 'cleo'];
const ALL = [ANNA, BELA, CLEO] as const;
const ORDER = 'order';

const sharesOf = (weights: Readonly<Record<string, number>>) =>
  Object.entries(weights).map(([affiliateId, weight]) => ({
    affiliateId,
    clickId: null,
    linkId: null,
    weight,
    valueMinor: 0,
  }));

/** An approved order that earns its affiliates 10 % in equal parts. */
function approve(
  books: MemoryBooks,
  {
    valueMinor = 10_000,
    credited = [ANNA],
    holdDays = 0,
  }: Partial<{
    valueMinor: number;
    credited: readonly string[];
    holdDays: number;
  }> = {},
): void {
  books.approve(
    anApprovedConversion({
      conversionId: ORDER,
      valueMinor,
      reviewedAt: books.now.toISOString(),
      terms: { type: 'percentage', value: '10', currency: 'USD', holdDays },
      shares: sharesOf(Object.fromEntries(credited.map((id) => [id, 1]))),
    }),
  );
}

const refund = (books: MemoryBooks, refundedMinor: number, whole = false): unknown =>
  books.adjust(ORDER, {
    id: `refund-${String(refundedMinor)}`,
    reason: whole ? 'refund' : 'partial_refund',
    whole,
    refundedMinor,
  });

function reserve(books: MemoryBooks, affiliateId: string, payoutId: string): void {
  const amountMinor = netAvailableMinor(books.balance(affiliateId));
  if (amountMinor <= 0) return;
  const request = { payoutId, affiliateId, amountMinor, currency: 'USD', commissionIds: [] };
  books.reserve({ ...request, attempt: 1 });
}

const linesOf = (books: MemoryBooks) =>
  books
    .commissionsOf(ORDER)
    .map(({ affiliateId, status, amountMinor, entitledMinor }) => [
      affiliateId,
      status,
      entitledMinor,
      amountMinor,
    ]);

describe('a change of attribution', () => {
  it('lowers who gets less and makes a line for who gets more, as one journalled change', async () => {
    const books = new MemoryBooks();
    approve(books);
    const moves = books.recredit(ORDER, 'change', sharesOf({ [BELA]: 3, [ANNA]: 1 }));
    expect(moves).toEqual([
      { affiliateId: BELA, beforeMinor: 0, afterMinor: 750, clawedBackMinor: 0 },
      { affiliateId: ANNA, beforeMinor: 1_000, afterMinor: 250, clawedBackMinor: 0 },
    ]);
    expect(linesOf(books)).toEqual([
      [ANNA, 'approved', 250, 250],
      [BELA, 'approved', 750, 750],
    ]);
    const booked = books.transactions.filter(({ kind }) => kind === 'attribution_changed');
    expect(booked.map(({ cause }) => cause.changeId)).toEqual(['change', 'change']);
    expect(books.events.slice(-3).map(({ type, data }) => [type, data as object])).toMatchObject([
      ['commission.adjusted.v1', { changeMinor: -750, attributionChangeId: 'change' }],
      ['commission.created.v1', { amountMinor: 750, attributionChangeId: 'change' }],
      ['commission.approved.v1', { amountMinor: 750 }],
    ]);
    await books.check();
  });

  it('moves the sale behind the amounts along with them', () => {
    const books = new MemoryBooks();
    approve(books);
    books.recredit(ORDER, 'change', sharesOf({ [BELA]: 1, [CLEO]: 1 }));
    expect(books.commissionsOf(ORDER).map(({ saleMinor }) => saleMinor)).toEqual([
      10_000, 5_000, 5_000,
    ]);
  });

  it('takes effect once and moves nothing that it skipped', async () => {
    const books = new MemoryBooks();
    approve(books);
    const shares = sharesOf({ [BELA]: 1 });
    expect(books.recredit(ORDER, 'same', sharesOf({ [ANNA]: 1 }))).toEqual([]);
    const first = books.recredit(ORDER, 'change', shares);
    const entries = books.countEntries();
    expect(books.recredit(ORDER, 'change', shares)).toEqual(first);
    expect(books.recredit(ORDER, 'same', shares)).toEqual([]);
    expect(books.recredit('unknown', 'change', shares)).toEqual([]);
    expect(books.countEntries()).toBe(entries);
    await books.check();
  });

  it('skips a conversion that a refund took back or an administrator cancelled a commission of', () => {
    for (const spoil of [
      (books: MemoryBooks) => refund(books, 10_000, true),
      (books: MemoryBooks) => {
        books.cancel(books.commissionsOf(ORDER)[0]?.id ?? '', true);
      },
    ]) {
      const books = new MemoryBooks();
      approve(books, { credited: [ANNA, BELA] });
      spoil(books);
      expect(books.recredit(ORDER, 'change', sharesOf({ [CLEO]: 1 }))).toEqual([]);
    }
  });

  it('leaves what is paid or reserved, and books the difference as a debt that later earnings offset', async () => {
    const books = new MemoryBooks();
    approve(books);
    reserve(books, ANNA, 'payout');
    books.recredit(ORDER, 'change', sharesOf({ [BELA]: 6, [ANNA]: 4 }));
    const [reserved] = books.commissionsOf(ORDER);
    expect(reserved).toMatchObject({
      amountMinor: 1_000,
      reservedMinor: 1_000,
      entitledMinor: 400,
    });
    expect(books.balance(ANNA)).toMatchObject({ reservedMinor: 1_000, debtMinor: 600 });
    books.settle('payout');
    expect(books.commissionsOf(ORDER)[0]).toMatchObject({ status: 'paid', paidMinor: 1_000 });
    expect(netAvailableMinor(books.balance(ANNA))).toBe(-600);
    await books.check();
    books.undo(ORDER, 'change');
    expect(books.balance(ANNA)).toMatchObject({ paidMinor: 1_000, debtMinor: 0 });
    expect(netAvailableMinor(books.balance(BELA))).toBe(0);
    await books.check();
  });

  it('turns the debt into nothing where the payout fails, because nothing was paid', async () => {
    const books = new MemoryBooks();
    approve(books);
    reserve(books, ANNA, 'payout');
    books.recredit(ORDER, 'change', sharesOf({ [BELA]: 6, [ANNA]: 4 }));
    books.release('payout', 1);
    expect(books.balance(ANNA)).toMatchObject({
      availableMinor: 400,
      reservedMinor: 0,
      debtMinor: 0,
    });
    await books.check();
  });

  it('gives a line to who was paid already, instead of changing the paid commission', async () => {
    const books = new MemoryBooks();
    approve(books, { credited: [ANNA, BELA] });
    reserve(books, ANNA, 'payout');
    books.settle('payout');
    books.recredit(ORDER, 'change', sharesOf({ [ANNA]: 1 }));
    expect(linesOf(books)).toEqual([
      [ANNA, 'paid', 500, 500],
      [BELA, 'approved', 0, 0],
      [ANNA, 'approved', 500, 500],
    ]);
    await books.check();
  });

  it('keeps a line on hold as long as the commission of the approval', async () => {
    const books = new MemoryBooks();
    approve(books, { holdDays: 2 });
    books.now = new Date(books.now.getTime() + DAY_MS);
    books.recredit(ORDER, 'change', sharesOf({ [BELA]: 1 }));
    expect(linesOf(books)).toEqual([
      [ANNA, 'pending', 0, 0],
      [BELA, 'pending', 1_000, 1_000],
    ]);
    books.now = new Date(books.now.getTime() + DAY_MS);
    books.endHolds();
    expect(books.balance(BELA)).toMatchObject({ pendingMinor: 0, availableMinor: 1_000 });
    await books.check();
  });
});

describe('the undo of a change', () => {
  it('is refused while a later change of the conversion is in force', async () => {
    const books = new MemoryBooks();
    approve(books);
    books.recredit(ORDER, 'first', sharesOf({ [BELA]: 1 }));
    books.recredit(ORDER, 'second', sharesOf({ [CLEO]: 1 }));
    expect(() => {
      books.undo(ORDER, 'first');
    }).toThrow('Undo the later change first');
    books.undo(ORDER, 'second');
    books.undo(ORDER, 'first');
    books.undo(ORDER, 'first');
    expect(linesOf(books)).toEqual([
      [ANNA, 'approved', 1_000, 1_000],
      [BELA, 'cancelled', 0, 0],
      [CLEO, 'cancelled', 0, 0],
    ]);
    await books.check();
  });

  it('claws back what was paid of a line', async () => {
    const books = new MemoryBooks();
    approve(books);
    books.recredit(ORDER, 'change', sharesOf({ [BELA]: 1 }));
    reserve(books, BELA, 'payout');
    books.settle('payout');
    books.undo(ORDER, 'change');
    expect(netAvailableMinor(books.balance(BELA))).toBe(-1_000);
    expect(netAvailableMinor(books.balance(ANNA))).toBe(1_000);
    await books.check();
  });

  it('returns the whole debt, also where a refund came between', async () => {
    const books = new MemoryBooks();
    approve(books);
    reserve(books, ANNA, 'payout');
    books.settle('payout');
    books.recredit(ORDER, 'change', sharesOf({ [ANNA]: 1, [BELA]: 1 }));
    refund(books, 5_000);
    books.undo(ORDER, 'change');
    expect(books.commissionsOf(ORDER)[0]).toMatchObject({ entitledMinor: 500, amountMinor: 1_000 });
    expect(books.balance(ANNA)).toMatchObject({ paidMinor: 1_000, debtMinor: 0 });
    await books.check();
  });
});

type Operation =
  | { readonly kind: 'refund'; readonly part: number }
  | { readonly kind: 'wait' }
  | { readonly kind: 'reserve'; readonly affiliate: number }
  | { readonly kind: 'settle' | 'release' | 'restore'; readonly payout: number };

const whatHappens: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), part: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ kind: fc.constant('wait' as const) }),
  fc.record({ kind: fc.constant('reserve' as const), affiliate: fc.nat(2) }),
  fc.record({
    kind: fc.constantFrom('settle' as const, 'release' as const, 'restore' as const),
    payout: fc.nat(3),
  }),
);
const quiet = whatHappens.filter(({ kind }) => kind === 'refund' || kind === 'wait');
const weights = fc
  .array(fc.nat(5), { minLength: 3, maxLength: 3 })
  .filter((all) => all.some((weight) => weight > 0));
const anOrder = fc.record({
  valueMinor: fc.nat(20_000),
  credited: fc.integer({ min: 1, max: 3 }).map((count) => ALL.slice(0, count)),
  holdDays: fc.nat(2),
});

/** An order in the books of one world. */
class World {
  readonly books = new MemoryBooks();
  private refundedMinor = 0;
  private payouts = 0;
  private readonly valueMinor: number;

  constructor(order: Parameters<typeof approve>[1] & { readonly valueMinor: number }) {
    this.valueMinor = order.valueMinor;
    approve(this.books, order);
  }

  /** Does what the state allows; anything else is refused and changes nothing. */
  perform(operation: Operation): void {
    const { books } = this;
    if (operation.kind === 'refund') this.refund(operation.part);
    else if (operation.kind === 'wait') this.wait();
    else if (operation.kind === 'reserve') {
      reserve(books, ALL[operation.affiliate] ?? ANNA, `payout-${String((this.payouts += 1))}`);
    } else this.end(operation);
  }

  private refund(part: number): void {
    const leftMinor = this.valueMinor - this.refundedMinor;
    this.refundedMinor += Math.ceil((leftMinor * part) / 100);
    refund(this.books, this.refundedMinor, part === 100);
  }

  private wait(): void {
    this.books.now = new Date(this.books.now.getTime() + DAY_MS);
    this.books.endHolds();
  }

  private end({ kind, payout }: Extract<Operation, { payout: number }>): void {
    const payoutId = `payout-${String(payout)}`;
    const state = this.books.reservations.get(payoutId)?.state;
    if (state === 'reserved' && kind === 'settle') this.books.settle(payoutId);
    if (state === 'reserved' && kind === 'release') this.books.release(payoutId, 1);
    if (state === 'settled' && kind === 'restore') this.books.restore(payoutId);
  }
}

/** The commissions of the approval, by what the order entitles them to. */
const originalsOf = ({ books }: World) =>
  books
    .commissionsOf(ORDER)
    .filter(({ changeId }) => changeId === undefined)
    .map(({ affiliateId, entitledMinor }) => [affiliateId, entitledMinor]);

const changed = ([anna, bela, cleo]: readonly number[]) =>
  sharesOf({ [ANNA]: anna ?? 0, [BELA]: bela ?? 0, [CLEO]: cleo ?? 0 });

describe('apply and undo, whatever happens before, between and after', () => {
  it('leave every entitlement as refunds alone would have, no line owed and no debt but for paid lines', async () => {
    const steps = fc.array(whatHappens, { maxLength: 8 });
    const holds = fc.asyncProperty(
      fc.tuple(anOrder, steps, weights, steps, fc.option(weights), steps, steps),
      async ([order, before, first, between, second, later, after]) => {
        const world = new World(order);
        const without = new World(order);
        const perform = (operations: readonly Operation[]): void => {
          for (const operation of operations) {
            world.perform(operation);
            if (operation.kind === 'refund' || operation.kind === 'wait') {
              without.perform(operation);
            }
          }
        };
        perform(before);
        world.books.recredit(ORDER, 'first', changed(first));
        await world.books.check();
        perform(between);
        if (second !== null) world.books.recredit(ORDER, 'second', changed(second));
        perform(later);
        await world.books.check();
        if (second !== null) world.books.undo(ORDER, 'second');
        world.books.undo(ORDER, 'first');
        await world.books.check();
        expect(originalsOf(world)).toEqual(originalsOf(without));
        perform(after);
        await world.books.check();
        expect(originalsOf(world)).toEqual(originalsOf(without));
        for (const commission of world.books.commissionsOf(ORDER)) {
          if (commission.changeId !== undefined) expect(isLive(commission)).toBe(false);
          else if (isLive(commission)) expect(debtMinor(commission)).toBe(0);
        }
      },
    );
    await fc.assert(holds, { numRuns: 200 });
  });

  it('restore every balance to the cent where nothing was paid in between', async () => {
    const steps = fc.array(quiet, { maxLength: 6 });
    const holds = fc.asyncProperty(
      fc.tuple(anOrder, fc.array(whatHappens, { maxLength: 8 }), weights, steps, steps),
      async ([order, before, weightsOf, between, after]) => {
        const world = new World(order);
        const without = new World(order);
        const both = (operations: readonly Operation[]): void => {
          for (const one of [world, without]) for (const each of operations) one.perform(each);
        };
        both(before);
        world.books.recredit(ORDER, 'change', changed(weightsOf));
        both(between);
        world.books.undo(ORDER, 'change');
        both(after);
        await world.books.check();
        for (const affiliateId of ALL) {
          const { updatedAt: _world, ...found } = world.books.balance(affiliateId);
          const { updatedAt: _without, ...expected } = without.books.balance(affiliateId);
          expect(found).toEqual(expected);
        }
      },
    );
    await fc.assert(holds, { numRuns: 200 });
  });
});
