import fc from 'fast-check';
import { concurrently, interleave } from '../../testing/books-interleaving.ts';
import { StoredBooks } from '../../testing/stored-books.ts';

/** Few in each run of the tests; INTERLEAVINGS=1000 makes a thousand. A failure prints its seed. */
const RUNS = Number(process.env['INTERLEAVINGS'] ?? 10);
const SECONDS_EACH = 5;

let books: StoredBooks;
beforeAll(async () => {
  books = await StoredBooks.open();
});
afterAll(() => books.close());

describe('approvals, refunds, cancellations and payouts at the same time', () => {
  it(
    'leave books that verify and agree with a model, whichever transaction has the next turn',
    async () => {
      const operations = fc.shuffledSubarray([...concurrently], { minLength: 4 });
      const turns = fc.infiniteStream(fc.nat());
      const agree = fc.asyncProperty(operations, turns, async (some, choices) => {
        await interleave(books, some, (count) => {
          const { value = 0 } = choices.next() as { value?: number };
          return count === 0 ? 0 : value % count;
        });
      });
      await fc.assert(agree, { numRuns: RUNS, endOnFailure: true });
    },
    (60 + RUNS * SECONDS_EACH) * 1_000,
  );
});
