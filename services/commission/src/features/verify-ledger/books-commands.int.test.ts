import fc from 'fast-check';
import { bookSteps } from '../../testing/books-commands.ts';
import { emptyModel } from '../../testing/books-model.ts';
import { StoredBooks } from '../../testing/stored-books.ts';

/** Fewer than in memory, because the whole ledger is verified after each step. */
const STEPS = 50;

let books: StoredBooks;
beforeAll(async () => {
  books = await StoredBooks.open();
});
afterAll(() => books.close());

describe('the stored ledger under commands in any order, repeated and interrupted', () => {
  it('verifies and agrees with a model without a ledger after each of 50 steps', async () => {
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
