import { commissionApproved, commissionPaid } from '@tributary/contracts';
import { isAppError } from '@tributary/errors';
import { anApprovedConversion } from '@tributary/testing';
import { MemoryBooks } from '../testing/memory-books.ts';

const AFFILIATE = 'anna';

/** Commissions of these amounts, oldest first. */
function booksOf(...amounts: readonly number[]): MemoryBooks {
  const books = new MemoryBooks();
  for (const [index, amountMinor] of amounts.entries()) {
    const conversionId = `order-${String(index)}`;
    const valueMinor = amountMinor * 10;
    books.approve(anApprovedConversion({ conversionId, affiliateId: AFFILIATE, valueMinor }));
  }
  return books;
}

const reserve = (
  books: MemoryBooks,
  amountMinor: number,
  given: {
    payoutId?: string;
    commissionIds?: readonly string[];
    affiliateId?: string;
    attempt?: number;
  } = {},
): void => {
  books.reserve({
    payoutId: 'payout',
    affiliateId: AFFILIATE,
    amountMinor,
    currency: 'USD',
    commissionIds: [],
    attempt: 0,
    ...given,
  });
};

const codeOf = (work: () => void): string => {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? `${error.kind} ${error.code}` : String(error);
  }
  return 'no error';
};

const idOf = (books: MemoryBooks, index: number): string =>
  books.commissionsOf(`order-${String(index)}`)[0]?.id ?? '';

describe('a reserve', () => {
  it('takes the oldest first and the last one in part', async () => {
    const books = booksOf(1_000, 2_000, 4_000);
    reserve(books, 2_500);
    const taken = books.reservations.get('payout')?.items.map(({ amountMinor }) => amountMinor);
    expect(taken).toEqual([1_000, 1_500]);
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 4_500, reservedMinor: 2_500 });
    await books.check();
  });

  it('takes the rest of a commission that another payout reserved in part', async () => {
    const books = booksOf(1_000);
    reserve(books, 400, { payoutId: 'first' });
    reserve(books, 600, { payoutId: 'second' });
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 0, reservedMinor: 1_000 });
    books.settle('second');
    books.release('first');
    expect(books.commissionsOf('order-0')[0]).toMatchObject({ status: 'approved', paidMinor: 600 });
    await books.check();
  });

  it('never takes more than the balance', () => {
    const books = booksOf(1_000);
    expect(codeOf(() => reserve(books, 1_001))).toBe('invalid insufficient_balance');
    expect(books.reservations.size).toBe(0);
  });

  it('is refused while a clawback exceeds the available amount, until later earnings offset it', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000);
    books.settle('payout');
    const whole = { reason: 'refund' as const, whole: true, refundedMinor: 10_000 };
    books.adjust('order-0', { id: 'refund', ...whole });
    const again = anApprovedConversion({ conversionId: 'later', affiliateId: AFFILIATE });
    books.approve({ ...again, valueMinor: 15_000 });
    expect(codeOf(() => reserve(books, 501, { payoutId: 'next' }))).toContain('insufficient');
    reserve(books, 500, { payoutId: 'next' });
    await books.check();
  });

  it('happens once per payout, and a different request with the same id is refused', () => {
    const books = booksOf(1_000);
    reserve(books, 400);
    reserve(books, 400);
    expect(books.balance(AFFILIATE).reservedMinor).toBe(400);
    expect(codeOf(() => reserve(books, 500))).toBe('conflict payout_id_reused');
  });

  it('of a retry that was released before it ran reserves nothing', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000, { attempt: 1 });
    books.release('payout', 1);
    books.release('payout', 2);
    expect(codeOf(() => reserve(books, 1_000, { attempt: 2 }))).toContain('reservation_released');
    expect(codeOf(() => reserve(books, 1_000, { attempt: 1 }))).toContain('reservation_released');
    reserve(books, 1_000, { attempt: 3 });
    expect(books.balance(AFFILIATE).reservedMinor).toBe(1_000);
    await books.check();
  });

  it('of a first attempt that was released before it ran reserves nothing, a later attempt does', async () => {
    const books = booksOf(1_000);
    books.release('payout', 1);
    expect(codeOf(() => reserve(books, 1_000, { attempt: 1 }))).toContain('reservation_released');
    reserve(books, 1_000, { attempt: 2 });
    await books.check();
  });

  it('of a retry stays when the release of the previous attempt arrives late', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000, { attempt: 1 });
    books.release('payout', 1);
    reserve(books, 1_000, { attempt: 2 });
    books.release('payout', 1);
    expect(books.balance(AFFILIATE).reservedMinor).toBe(1_000);
    books.release('payout', 2);
    expect(books.balance(AFFILIATE).reservedMinor).toBe(0);
    await books.check();
  });

  it('can be repeated for a payout that is retried after it failed', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000);
    books.release('payout');
    reserve(books, 1_000);
    books.settle('payout');
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 0, paidMinor: 1_000 });
    await books.check();
  });
});

describe('a reserve of named commissions', () => {
  it('takes the unpaid parts of exactly these', async () => {
    const books = booksOf(1_000, 2_000, 3_000);
    reserve(books, 4_000, { commissionIds: [idOf(books, 0), idOf(books, 2)] });
    const items = books.reservations.get('payout')?.items;
    expect(items?.map(({ commissionId }) => commissionId)).toEqual([
      idOf(books, 0),
      idOf(books, 2),
    ]);
    await books.check();
  });

  it('refuses an amount other than the sum of their unpaid parts', () => {
    const books = booksOf(1_000);
    const named = { commissionIds: [idOf(books, 0)] };
    expect(codeOf(() => reserve(books, 900, named))).toBe('invalid amount_mismatch');
  });

  it('treats another affiliate’s commission as one that does not exist', () => {
    const books = booksOf(1_000);
    const foreign = { commissionIds: [idOf(books, 0)], affiliateId: 'bela' };
    expect(codeOf(() => reserve(books, 1_000, foreign))).toBe('not_found commission_not_found');
    const absent = { commissionIds: ['nowhere'] };
    expect(codeOf(() => reserve(books, 1_000, absent))).toBe('not_found commission_not_found');
  });

  it('refuses one that another payout reserved in part, until that payout ends', () => {
    const books = booksOf(1_000);
    reserve(books, 400, { payoutId: 'first' });
    const named = { commissionIds: [idOf(books, 0)] };
    expect(codeOf(() => reserve(books, 600, named))).toBe('conflict commission_in_another_payout');
    books.settle('first');
    reserve(books, 600, named);
    books.settle('payout');
    expect(books.commissionsOf('order-0')[0]).toMatchObject({ status: 'paid', paidMinor: 1_000 });
    expect(codeOf(() => reserve(books, 600, { ...named, payoutId: 'third' }))).toBe(
      'conflict commission_already_paid',
    );
  });

  it('refuses one that is still on hold', () => {
    const books = new MemoryBooks();
    const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays: 7 } as const;
    books.approve(anApprovedConversion({ conversionId: 'order-0', affiliateId: AFFILIATE, terms }));
    const named = { commissionIds: [idOf(books, 0)] };
    expect(codeOf(() => reserve(books, 1_000, named))).toBe('conflict commission_not_approved');
  });
});

describe('the end of a payout', () => {
  it('makes a commission paid once all of it is settled, and publishes that', async () => {
    const books = booksOf(1_000, 1_000);
    reserve(books, 1_500);
    books.settle('payout');
    const [first] = books.commissionsOf('order-0');
    const [second] = books.commissionsOf('order-1');
    expect(first).toMatchObject({ status: 'paid', paidAt: books.now, payoutId: 'payout' });
    expect(second).toMatchObject({ status: 'approved', paidAt: null, paidMinor: 500 });
    expect(books.events.filter(({ type }) => type === commissionPaid.type)).toHaveLength(1);
    expect(books.reservations.get('payout')?.paidCommissions).toBe(1);
    await books.check();
  });

  it('makes the paid amount available again when the provider returned it', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000);
    books.settle('payout');
    books.restore('payout');
    expect(books.commissionsOf('order-0')[0]).toMatchObject({
      status: 'approved',
      paidAt: null,
      payoutId: null,
    });
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 1_000, paidMinor: 0 });
    expect(books.events.at(-1)?.type).toBe(commissionApproved.type);
    await books.check();
  });

  it('moves money through the platform’s clearing account, which stays at zero', async () => {
    const books = booksOf(1_000);
    const movesOf = (kind: string) =>
      books.transactions
        .filter((transaction) => transaction.kind === kind)
        .map(({ postings }) => postings.map(({ account, amountMinor }) => [account, amountMinor]));
    reserve(books, 600);
    books.settle('payout');
    expect(movesOf('payout_settled')).toEqual([
      [
        ['affiliate:anna:reserved', -600],
        ['platform:clearing:anna', 600],
        ['platform:clearing:anna', -600],
        ['affiliate:anna:paid', 600],
      ],
    ]);
    books.restore('payout');
    expect(movesOf('payout_restored')).toEqual([
      [
        ['affiliate:anna:paid', -600],
        ['platform:clearing:anna', 600],
        ['platform:clearing:anna', -600],
        ['affiliate:anna:available', 600],
      ],
    ]);
    expect(books.heads.get('platform:clearing:anna/USD')).toMatchObject({
      seq: 4,
      balanceMinor: 0,
    });
    await books.check();
  });

  it('leaves the platform’s clearing account untouched when the payout failed', async () => {
    const books = booksOf(1_000);
    reserve(books, 600);
    books.release('payout');
    expect([...books.heads.keys()].filter((key) => key.startsWith('platform:'))).toEqual([]);
    await books.check();
  });

  it('makes an earlier payout of a part the last one again when the provider returned it', async () => {
    const books = booksOf(1_000);
    const payoutOf = () => books.commissionsOf('order-0')[0]?.payoutId;
    for (const payoutId of ['first', 'second', 'third']) {
      reserve(books, 300, { payoutId });
      books.settle(payoutId);
      expect(payoutOf()).toBe(payoutId);
    }
    books.restore('second');
    expect(payoutOf()).toBe('third');
    books.restore('third');
    expect(payoutOf()).toBe('first');
    reserve(books, 700, { payoutId: 'fourth' });
    books.settle('fourth');
    expect(books.commissionsOf('order-0')[0]).toMatchObject({
      ...{ status: 'paid', payoutId: 'fourth', earlierPayoutIds: ['first'] },
    });
    books.restore('fourth');
    books.restore('first');
    expect(payoutOf()).toBeNull();
    await books.check();
  });

  it('follows its states: a released payout cannot be settled, nor a settled one released', async () => {
    const books = booksOf(1_000, 1_000);
    reserve(books, 1_000);
    books.release('payout');
    expect(codeOf(() => books.settle('payout'))).toBe('conflict reservation_released');
    expect(codeOf(() => books.restore('payout'))).toBe('conflict reservation_not_settled');
    reserve(books, 1_000, { payoutId: 'other' });
    books.settle('other');
    expect(codeOf(() => books.release('other'))).toBe('conflict reservation_settled');
    await books.check();
  });
});

describe('a payout that settles after its commission was charged back', () => {
  it('is paid as well, and the affiliate owes it', async () => {
    const books = booksOf(1_000);
    reserve(books, 1_000);
    const whole = { reason: 'chargeback' as const, whole: true, refundedMinor: 10_000 };
    books.adjust('order-0', { id: 'chargeback', ...whole });
    books.settle('payout');
    expect(books.balance(AFFILIATE)).toMatchObject({ paidMinor: 1_000, debtMinor: 1_000 });
    books.restore('payout');
    expect(books.balance(AFFILIATE)).toMatchObject({ paidMinor: 0, debtMinor: 0 });
    await books.check();
  });
});
