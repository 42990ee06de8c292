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

/** What each came to: what it took, or the code of the refusal. */
const cameTo = (outcomes: ReturnType<MemoryBooks['reserveAll']>) =>
  outcomes.map((outcome) =>
    'refusal' in outcome
      ? outcome.refusal.code
      : outcome.items.map(({ amountMinor }) => amountMinor).join('+'),
  );

describe('reserves of one affiliate that share a transaction', () => {
  it('take one after the other, and a refused one leaves no trace', () => {
    const books = booksOf(1_000, 500);
    const asked = [request('a', 700), request('b', 900), request('c', 600), request('a', 700)];
    expect(cameTo(books.reserveAll(asked))).toEqual([
      '700',
      'insufficient_balance',
      '300+300',
      '700',
    ]);
    expect(books.balance(AFFILIATE)).toMatchObject({ availableMinor: 200, reservedMinor: 1_300 });
    books.check();
  });

  it('come to the same as one transaction each', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 });
    const payouts = fc.array(
      fc.record({ payout: fc.nat(5), amount: fc.integer({ min: 1, max: 900 }) }),
    );
    fc.assert(
      fc.property(amounts, payouts, (earned, asked) => {
        const requests = asked.map(({ payout, amount }) =>
          request(`payout-${String(payout)}`, amount),
        );
        const [together, apart] = [booksOf(...earned), booksOf(...earned)];
        const outcomes = cameTo(together.reserveAll(requests));
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
        together.check();
        expect(together.balance(AFFILIATE)).toEqual(apart.balance(AFFILIATE));
      }),
    );
  });
});
