import fc from 'fast-check';
import { bookSteps } from '../testing/books-commands.ts';
import { emptyModel } from '../testing/books-model.ts';
import { MemoryBooks } from '../testing/memory-books.ts';

const STEPS = 10_000;

describe('the ledger under commands in any order, repeated and interrupted', () => {
  it('agrees with a model without a ledger after each of ten thousand steps', async () => {
    let performed = 0;
    while (performed < STEPS) {
      const commands = fc.commands(bookSteps, { maxCommands: 120, size: 'max' });
      const agree = fc.asyncProperty(commands, async (steps) => {
        const model = emptyModel();
        await fc.asyncModelRun(() => ({ model, real: new MemoryBooks() }), steps);
        performed += model.steps;
      });
      await fc.assert(agree, { numRuns: 20 });
    }
    expect(performed).toBeGreaterThanOrEqual(STEPS);
  }, 240_000);
});
