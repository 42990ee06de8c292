import { isOvertaken } from './fact.ts';

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
