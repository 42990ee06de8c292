import { commissionAdjusted, commissionPaid } from '@tributary/contracts';
import { anApprovedConversion } from '@tributary/testing';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import type { Adjustment } from './earned-conversion.ts';

const AFFILIATE = 'anna';
const approval = (given: Parameters<typeof anApprovedConversion>[0] = {}) =>
  anApprovedConversion({ conversionId: 'order', affiliateId: AFFILIATE, ...given });

const refundOf = (refundedMinor: number, id = `refund-${String(refundedMinor)}`): Adjustment => ({
  id,
  reason: 'partial_refund',
  whole: false,
  refundedMinor,
});
const chargeback: Adjustment = {
  id: 'chargeback',
  reason: 'chargeback',
  whole: true,
  refundedMinor: 10_000,
};

/** A conversion of 100.00 at 10 %, of whose commission `paidMinor` is paid and `reservedMinor` reserved. */
function booksWith({ paidMinor = 0, reservedMinor = 0 }): MemoryBooks {
  const books = new MemoryBooks();
  books.approve(approval());
  const reserve = (payoutId: string, amountMinor: number): void => {
    if (amountMinor === 0) return;
    const request = { payoutId, affiliateId: AFFILIATE, amountMinor, currency: 'USD' };
    books.reserve({ ...request, commissionIds: [], attempt: 0 });
  };
  reserve('arrived', paidMinor);
  if (paidMinor > 0) books.settle('arrived');
  reserve('under way', reservedMinor);
  return books;
}

const theCommission = (books: MemoryBooks) => books.commissionsOf('order')[0];

describe('a refund or chargeback of the whole order', () => {
  it('cancels an unpaid commission, so that nothing is owed', async () => {
    const books = booksWith({});
    expect(books.adjust('order', chargeback)).toMatchObject({
      reversedCommissions: 1,
      adjustedCommissions: 0,
    });
    expect(theCommission(books)).toMatchObject({ status: 'cancelled', amountMinor: 0 });
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 0, debtMinor: 0 });
    await books.check();
  });

  it('claws back a paid commission, which keeps its payout and the time of payment', async () => {
    const books = booksWith({ paidMinor: 1_000 });
    books.adjust('order', chargeback);
    expect(theCommission(books)).toMatchObject({
      status: 'cancelled',
      amountMinor: 0,
      paidMinor: 1_000,
      payoutId: 'arrived',
      paidAt: books.now,
    });
    expect(books.balance(AFFILIATE)).toMatchObject({ paidMinor: 1_000, debtMinor: 1_000 });
    const event = books.events.find(({ type }) => type === commissionAdjusted.type);
    expect(event?.data).toMatchObject({ changeMinor: -1_000, clawedBackMinor: 1_000 });
    await books.check();
  });

  it('claws back the paid part of a partly paid commission and cancels the rest', async () => {
    const books = booksWith({ paidMinor: 600 });
    books.adjust('order', chargeback);
    expect(books.balance(AFFILIATE)).toMatchObject({
      availableMinor: 0,
      paidMinor: 600,
      debtMinor: 600,
    });
    await books.check();
  });

  it('leaves a reserved part to the payout in progress, as a debt that a failed payout removes', async () => {
    const books = booksWith({ reservedMinor: 700 });
    books.adjust('order', chargeback);
    expect(books.balance(AFFILIATE)).toMatchObject({ reservedMinor: 700, debtMinor: 700 });
    books.release('under way');
    expect(books.balance(AFFILIATE)).toMatchObject({
      availableMinor: 0,
      reservedMinor: 0,
      debtMinor: 0,
    });
    await books.check();
  });

  it('takes effect once, however often it arrives', () => {
    const books = booksWith({ paidMinor: 1_000 });
    const first = books.adjust('order', chargeback);
    const entries = books.entries.length;
    expect(books.adjust('order', chargeback)).toMatchObject(first);
    expect(books.entries).toHaveLength(entries);
  });
});

describe('a partial refund', () => {
  it('lowers the unpaid part in proportion to the remaining value', async () => {
    const books = booksWith({});
    expect(books.adjust('order', refundOf(2_500))).toMatchObject({
      reversedCommissions: 0,
      adjustedCommissions: 1,
    });
    expect(theCommission(books)).toMatchObject({ status: 'approved', amountMinor: 750 });
    await books.check();
  });

  it('leaves a paid commission unchanged', async () => {
    const books = booksWith({ paidMinor: 1_000 });
    expect(books.adjust('order', refundOf(2_500))).toMatchObject({ adjustedCommissions: 0 });
    expect(theCommission(books)).toMatchObject({ status: 'paid', amountMinor: 1_000 });
    await books.check();
  });

  it('lowers a partly paid commission no further than its paid part, which then makes it paid', async () => {
    const books = booksWith({ paidMinor: 600 });
    books.adjust('order', refundOf(5_000));
    expect(theCommission(books)).toMatchObject({ status: 'paid', amountMinor: 600 });
    expect(books.events.some(({ type }) => type === commissionPaid.type)).toBe(true);
    await books.check();
  });

  it('lowers a reserved part once the payout in progress has failed', async () => {
    const books = booksWith({ reservedMinor: 1_000 });
    books.adjust('order', refundOf(5_000));
    expect(theCommission(books)).toMatchObject({ amountMinor: 1_000 });
    books.release('under way');
    expect(theCommission(books)).toMatchObject({ status: 'approved', amountMinor: 500 });
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 500, reservedMinor: 0 });
    await books.check();
  });

  it('leaves exactly 0 after the last of any sequence of refunds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 3 }),
        async (valueMinor, percents, count) => {
          const books = new MemoryBooks();
          const shares = ['anna', 'bela', 'cleo'].slice(0, count).map((affiliateId, index) => ({
            affiliateId,
            clickId: null,
            linkId: null,
            weight: 1_000 + index,
            valueMinor: 0,
          }));
          books.approve(approval({ valueMinor, shares }));
          let refunded = 0;
          let before = Infinity;
          for (const percent of [...percents, 100]) {
            refunded += Math.ceil(((valueMinor - refunded) * percent) / 100);
            books.adjust('order', refundOf(refunded, `refund-${String(refunded)}`));
            const commissions = books.commissionsOf('order');
            const owed = commissions.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
            expect(owed).toBeLessThanOrEqual(before);
            expect(commissions.every(({ amountMinor }) => amountMinor >= 0)).toBe(true);
            before = owed;
          }
          expect(before).toBe(0);
          await books.check();
        },
      ),
    );
  });

  it('leaves a share that rounds to 0 live, so that later refunds are split among all shares', async () => {
    const books = new MemoryBooks();
    const shares = ['anna', 'bela', 'cleo'].map((affiliateId) => ({
      affiliateId,
      clickId: null,
      linkId: null,
      weight: 1,
      valueMinor: 0,
    }));
    books.approve(approval({ valueMinor: 30, shares }));
    const amounts = () =>
      books.commissionsOf('order').map(({ amountMinor, status }) => [amountMinor, status]);
    books.adjust('order', refundOf(12));
    expect(amounts()).toEqual([
      [0, 'approved'],
      [1, 'approved'],
      [1, 'approved'],
    ]);
    expect(books.adjust('order', refundOf(30))).toMatchObject({ reversedCommissions: 3 });
    expect(amounts().map(([, status]) => status)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    await books.check();
  });

  it('changes nothing when it arrives after a later refund, whose total includes it', () => {
    const books = booksWith({});
    books.adjust('order', refundOf(5_000));
    expect(books.adjust('order', refundOf(2_500))).toMatchObject({ adjustedCommissions: 0 });
    expect(theCommission(books)).toMatchObject({ amountMinor: 500 });
  });
});

describe('a pending conversion that was partly refunded', () => {
  it('earns on the remaining value when it is approved', async () => {
    const books = new MemoryBooks();
    books.adjust('order', refundOf(4_000));
    books.approve(approval({ refundedMinor: 4_000 }));
    expect(theCommission(books)).toMatchObject({ earnedMinor: 600, amountMinor: 600 });
    expect(theCommission(books)).toMatchObject({ saleMinor: 6_000, orderValueMinor: 10_000 });
    await books.check();
  });
});
