import { isOvertaken, isOvertakenCommission } from './fact.ts';

describe('a conversion that another report replaced', () => {
  const rejected = { status: 'rejected', refundedMinor: 100 };
  const replaced = { status: 'pending', refundedMinor: 0, revision: 1 };

  it('is newer than the first report in any status, and the first one is never counted again', () => {
    expect(isOvertaken(replaced, rejected)).toBe(false);
    expect(isOvertaken(rejected, replaced)).toBe(true);
  });

  it('goes through its statuses like any other', () => {
    const approved = { ...replaced, status: 'approved' };
    expect(isOvertaken(approved, replaced)).toBe(false);
    expect(isOvertaken(replaced, approved)).toBe(true);
  });
});

describe('a commission that a change of attribution lowered and its undo raised again', () => {
  const created = { status: 'approved', amountMinor: 1_000 };
  const lowered = { status: 'approved', amountMinor: 250, creditRevision: 1 };
  const restored = { status: 'approved', amountMinor: 1_000, creditRevision: 2 };

  it('is newest after the undo, in whichever order its states arrive', () => {
    const states = [created, lowered, restored];
    for (const [index, older] of states.entries()) {
      for (const newer of states.slice(index + 1)) {
        expect(isOvertakenCommission(older, newer)).toBe(true);
        expect(isOvertakenCommission(newer, older)).toBe(false);
      }
    }
  });
});
