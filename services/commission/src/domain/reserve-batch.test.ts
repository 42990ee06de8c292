import { isAppError } from '@tributary/errors';
import { anApprovedConversion } from '@tributary/testing';
import fc from 'fast-check';
import { MemoryBooks } from '../testing/memory-books.ts';
import type { ReserveRequest } from './reservation.ts';

const AFFILIATE = 'anna';

function booksOf(...amounts: readonly number[]): MemoryBooks {
  const books = new MemoryBooks();
  for (const [index, amountMinor] of amounts.entries()) {
    const conversionId = `order-${String(index)}`;
    const valueMinor = amountMinor * 10;
    books.approve(anApprovedConversion({ conversionId, affiliateId: AFFILIATE, valueMinor }));
  }
  return books;
}

const request = (payoutId: string, amountMinor: number): ReserveRequest => ({
  ...{ payoutId, affiliateId: AFFILIATE, amountMinor, currency: 'USD', commissionIds: [] },
  attempt: 1,
});

/** The result of each request: the items, or the code of the refusal. */
const resultsOf = (outcomes: ReturnType<MemoryBooks['reserveAll']>) =>
  outcomes.map((outcome) =>
    'refusal' in outcome
      ? outcome.refusal.code
      : outcome.items.map(({ amountMinor }) => amountMinor).join('+'),
  );

describe('reserves of one affiliate that share a transaction', () => {
  it('are decided one after the other, and a refused one changes nothing', async () => {
    const books = booksOf(1_000, 500);
    const requests = [request('a', 700), request('b', 900), request('c', 600), request('a', 700)];
    expect(resultsOf(books.reserveAll(requests))).toEqual([
      '700',
      'insufficient_balance',
      '300+300',
      '700',
    ]);
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 200, reservedMinor: 1_300 });
    await books.check();
  });

  it('have the same result as one transaction each', async () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 });
    const payouts = fc.array(
      fc.record({ payout: fc.nat(5), amount: fc.integer({ min: 1, max: 900 }) }),
    );
    await fc.assert(
      fc.asyncProperty(amounts, payouts, async (earned, reserves) => {
        const requests = reserves.map(({ payout, amount }) =>
          request(`payout-${String(payout)}`, amount),
        );
        const [together, apart] = [booksOf(...earned), booksOf(...earned)];
        const outcomes = resultsOf(together.reserveAll(requests));
        const alone = requests.map((one) => {
          try {
            apart.reserve(one);
            return (apart.reservations.get(one.payoutId)?.items ?? [])
              .map(({ amountMinor }) => amountMinor)
              .join('+');
          } catch (error) {
            return isAppError(error) ? error.code : String(error);
          }
        });
        expect(outcomes).toEqual(alone);
        await together.check();
        expect(together.balance(AFFILIATE)).toEqual(apart.balance(AFFILIATE));
      }),
    );
  });
});
