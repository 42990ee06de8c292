import { fraudReasons } from '@tributary/contracts';
import { wasFraud } from './label.ts';

describe('a brand’s decision', () => {
  it.each(fraudReasons)('teaches that an order was fraud by the reason %s', (reason) => {
    expect(wasFraud({ decision: 'rejected', reason })).toBe(true);
    expect(wasFraud({ decision: 'approved', refusedAs: reason })).toBe(true);
  });

  it('teaches nothing of fraud where the order was returned, was wrong, or no reason is named', () => {
    expect(wasFraud({ decision: 'rejected', reason: 'returned' })).toBeNull();
    expect(wasFraud({ decision: 'rejected', reason: 'wrong_order' })).toBeNull();
    expect(wasFraud({ decision: 'rejected', reason: 'other' })).toBeNull();
    expect(wasFraud({ decision: 'rejected' })).toBeNull();
    expect(wasFraud({ decision: 'approved', refusedAs: 'returned' })).toBeNull();
  });

  it('teaches that an approved order was honest', () => {
    expect(wasFraud({ decision: 'approved' })).toBe(false);
  });
});
