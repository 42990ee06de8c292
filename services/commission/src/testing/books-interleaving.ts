import { setTimeout as pause } from 'node:timers/promises';
import { isAppError } from '@tributary/errors';
import { approvalOf } from './books-commands.ts';
import { checkStep, emptyModel, type Model, percent, requireSame } from './books-model.ts';
import { type StoredBooks } from './stored-books.ts';

/** After this time without a new transaction everybody waits for a turn. */
const QUIET_MS = 2;

/** Gives transactions their turns one by one, in the order that `choose` decides. */
class Turns {
  private waiting: (() => void)[] = [];
  private readonly choose: (count: number) => number;

  constructor(choose: (count: number) => number) {
    this.choose = choose;
  }

  readonly next = (): Promise<void> =>
    new Promise((resolve) => {
      this.waiting.push(resolve);
    });

  async until(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    const ended = done.finally(() => {
      isDone = true;
    });
    ended.catch(() => undefined);
    const isOver = (): boolean => isDone;
    while (!isOver()) {
      await pause(QUIET_MS);
      const [chosen] = this.waiting.splice(this.choose(this.waiting.length), 1);
      chosen?.();
    }
    await ended;
  }
}

const VALUE_MINOR = 10_000;
const RATE_PERCENT = 75;
/** What an order earns. */
const EARNED_MINOR = percent(VALUE_MINOR, RATE_PERCENT);

interface Operation {
  readonly name: string;
  readonly run: (books: StoredBooks) => Promise<void>;
  /** Its effect, whenever it happens. */
  readonly apply: (model: Model) => void;
}

const anOrder = (id: string, credited: number) =>
  approvalOf({ id, value: VALUE_MINOR, credited, hold: false });

const approve = (id: string, credited: number): Operation => ({
  name: `approve ${id}`,
  run: (books) => books.approve(anOrder(id, credited)),
  apply: ({ orders }) => {
    const known = orders.get(id);
    orders.set(
      id,
      known ?? {
        ...{ valueMinor: VALUE_MINOR, ratePercent: RATE_PERCENT, refundedMinor: 0 },
        ...{ isOver: false, isTouched: false, owedMinor: EARNED_MINOR },
      },
    );
  },
});

const refund = (id: string, refundedMinor: number): Operation => ({
  name: `refund ${id}`,
  run: async (books) => {
    const whole = refundedMinor === VALUE_MINOR;
    const reason = whole ? ('chargeback' as const) : ('partial_refund' as const);
    await books.adjust(id, { id: `refund-${id}`, reason, whole, refundedMinor });
  },
  apply: ({ orders }) => {
    const order = orders.get(id);
    if (order === undefined) return;
    order.refundedMinor = refundedMinor;
    order.isOver = refundedMinor === VALUE_MINOR;
    order.owedMinor = percent(VALUE_MINOR - refundedMinor, RATE_PERCENT);
  },
});

const cancel = (id: string): Operation => ({
  name: `cancel ${id}`,
  run: async (books) => {
    const [commission] = await books.commissionsOf(id);
    if (commission !== undefined) await books.cancel(commission.id, false);
  },
  apply: ({ orders }) => {
    const order = orders.get(id);
    if (order !== undefined) order.isTouched = true;
  },
});

/** Reserves an amount for anna, and then ends the reservation; refused where she does not have it by then. */
function pay(payoutId: string, amountMinor: number, end: 'settle' | 'release'): Operation {
  let isReserved = false;
  const request = { payoutId, affiliateId: 'anna', currency: 'USD', commissionIds: [] };
  return {
    name: `${end} ${payoutId}`,
    run: async (books) => {
      isReserved = false;
      try {
        await books.reserve({ ...request, amountMinor, attempt: 1 });
      } catch (error) {
        if (isAppError(error)) return;
        throw error;
      }
      isReserved = true;
      await (end === 'settle' ? books.settle(payoutId) : books.release(payoutId, 1));
    },
    apply: ({ payouts }) => {
      if (!isReserved) return;
      const state = end === 'settle' ? 'settled' : 'released';
      payouts.set(payoutId, { affiliateId: 'anna', amountMinor, state, attempt: 1 });
    },
  };
}

const endHolds: Operation = {
  name: 'end holds',
  run: (books) => books.endHolds(),
  apply: () => undefined,
};

/** Anna has earned two orders before; she and another share the third. */
const before = [approve('a', 1), approve('b', 1), approve('c', 2)];

/** What then happens at the same time, in any order of transactions. */
export const concurrently: readonly Operation[] = [
  approve('a', 1),
  approve('d', 3),
  refund('a', 4_000),
  refund('b', VALUE_MINOR),
  cancel('c'),
  pay('p', EARNED_MINOR, 'settle'),
  pay('q', EARNED_MINOR, 'settle'),
  pay('r', 2 * EARNED_MINOR, 'settle'),
  pay('s', EARNED_MINOR, 'release'),
  endHolds,
];

/**
 * Runs operations at the same time on an empty ledger, with turns that `choose` gives, and checks the books against
 * the model. @throws Error where they differ
 */
export async function interleave(
  books: StoredBooks,
  operations: readonly Operation[],
  choose: (count: number) => number,
): Promise<void> {
  const model = emptyModel();
  await books.empty();
  for (const { run, apply } of before) {
    await run(books);
    apply(model);
  }
  await books.endHolds();
  const turns = new Turns(choose);
  const usual = books.turn;
  books.turn = turns.next;
  try {
    await turns.until(Promise.all(operations.map(({ run }) => run(books))));
  } finally {
    books.turn = usual;
  }
  for (const { apply } of operations) apply(model);
  await checkStep(model, books);
  const paid = [...model.payouts.values()].filter(({ state }) => state === 'settled');
  const paidMinor = paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  // Two orders, half of the third and a third of the fourth.
  requireSame('more is paid than was ever earned', paidMinor > 3 * EARNED_MINOR, false);
}
