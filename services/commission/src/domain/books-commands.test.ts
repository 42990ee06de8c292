import fc from 'fast-check';
import { approvalOf, bookSteps } from '../testing/books-commands.ts';
import { emptyModel } from '../testing/books-model.ts';
import { MemoryBooks } from '../testing/memory-books.ts';

const STEPS = 1_000;

describe('an attribution change that is undone after a refund and a manual cancellation', () => {
  const share = { affiliateId: 'anna', clickId: null, linkId: null, weight: 4, valueMinor: 0 };
  const refund = {
    id: 'refund',
    reason: 'partial_refund',
    whole: false,
    refundedMinor: 48,
  } as const;

  it.each([
    ['commission whose refund was rounded otherwise', 0],
    ['line of the change', 3],
  ])('verifies where a %s was cancelled', async (_which, index) => {
    const books = new MemoryBooks();
    books.approve(approvalOf({ id: 'order', value: 4_754, credited: 3, hold: false }));
    books.recredit('order', 'change', [share]);
    books.adjust('order', refund);
    const cancelled = books.commissionsOf('order')[index];
    books.cancel(cancelled?.id ?? '', false);
    books.undo('order', 'change');
    await books.check();
    const left = books.commissionsOf('order').map(({ entitledMinor }) => entitledMinor);
    expect(left).toEqual([index === 0 ? 0 : 117, 118, 118, 0]);
  });
});

describe('the ledger under commands in any order, repeated and interrupted', () => {
  it('agrees with a model without a ledger after each of a thousand steps', async () => {
    let performed = 0;
    while (performed < STEPS) {
      const commands = fc.commands(bookSteps, { maxCommands: 120, size: 'max' });
      const agree = fc.asyncProperty(commands, async (steps) => {
        const model = emptyModel();
        await fc.asyncModelRun(() => ({ model, real: new MemoryBooks() }), steps);
        performed += model.steps;
      });
      await fc.assert(agree, { numRuns: 5 });
    }
    expect(performed).toBeGreaterThanOrEqual(STEPS);
  }, 240_000);
});
