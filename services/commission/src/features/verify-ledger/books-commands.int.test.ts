import fc from 'fast-check';
import { bookSteps } from '../../testing/books-commands.ts';
import { emptyModel } from '../../testing/books-model.ts';
import { StoredBooks } from '../../testing/stored-books.ts';

/** Fewer than in memory, as all of the ledger is verified after each. */
const STEPS = 300;

let books: StoredBooks;
beforeAll(async () => {
  books = await StoredBooks.open();
});
afterAll(() => books.close());

describe('the stored books, driven by commands in any order, doubled and killed', () => {
  it('verify and agree with a model that knows no ledger after each of some hundred steps', async () => {
    let performed = 0;
    while (performed < STEPS) {
      const commands = fc.commands(bookSteps, { maxCommands: 60, size: 'max' });
      const agree = fc.asyncProperty(commands, async (steps) => {
        const model = emptyModel();
        await books.empty();
        await fc.asyncModelRun(() => ({ model, real: books }), steps);
        performed += model.steps;
      });
      await fc.assert(agree, { numRuns: 1, endOnFailure: true });
    }
    expect(performed).toBeGreaterThanOrEqual(STEPS);
  }, 240_000);
});
