import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { expectedCommission, shownCommission } from './expected-commission.ts';

describe('expectedCommission', () => {
  const share = (affiliateId: string) => ({
    affiliateId,
    clickId: null,
    linkId: null,
    weight: 1,
    valueMinor: 0,
  });

  it('splits to the cent: 100.00 at 10 % among three is 3.34, 3.33, 3.33', () => {
    const conversion = aStoredConversion({ shares: ['a', 'b', 'c'].map(share) });
    const parts = ['a', 'b', 'c'].map((id) => expectedCommission(conversion, id).amountMinor);
    expect(parts).toEqual([334, 333, 333]);
    expect(expectedCommission(conversion).amountMinor).toBe(1_000);
  });

  it('is earned on the rest after refunds, fixed amounts in proportion and in the campaign’s currency', () => {
    const terms = { type: 'fixed', value: '3.00', currency: 'EUR', holdDays: 0 } as const;
    const conversion = aStoredConversion({ terms, refundedMinor: 2_500 });
    expect(expectedCommission(conversion)).toEqual({ amountMinor: 225, currency: 'EUR' });
    const percent = aStoredConversion({ refundedMinor: 2_500 });
    expect(expectedCommission(percent)).toEqual({ amountMinor: 750, currency: 'USD' });
  });

  it('raises each affiliate’s part by the tier’s bonus, as the commission service does', () => {
    const shares = ['anna', 'bela', 'carl'].map(share);
    const tierBonuses = { anna: '0', bela: '5' };
    const split = aStoredConversion({ shares, tierBonuses });
    const parts = ['anna', 'bela', 'carl'].map((id) => expectedCommission(split, id).amountMinor);
    expect(parts).toEqual([334, 350, 333]);
    expect(expectedCommission(split).amountMinor).toBe(1_017);

    const alone = aStoredConversion({ affiliateId: 'bela', tierBonuses });
    const cost = (given: object): number => expectedCommission({ ...alone, ...given }).amountMinor;
    expect(cost({})).toBe(1_050);
    // Half a cent is rounded to even, once.
    expect(cost({ valueMinor: 100 })).toBe(10);
    expect(cost({ valueMinor: 300 })).toBe(32);
    const terms = { type: 'fixed', value: '3.50', currency: 'EUR', holdDays: 0 } as const;
    expect(cost({ terms })).toBe(368);
    expect(cost({ terms, refundedMinor: 5_000 })).toBe(184);
    expect(cost({ terms, valueMinor: 0 })).toBe(368);
    expect(cost({ namedCommissionMinor: 700 })).toBe(700);
    expect(cost({ affiliateId: 'anna' })).toBe(1_000);
  });

  it('is a fixed amount for an order without value, and 0 without credit', () => {
    const terms = { type: 'fixed', value: '3.00', currency: 'USD', holdDays: 0 } as const;
    const lead = aStoredConversion({ terms, valueMinor: 0 });
    expect(expectedCommission(lead).amountMinor).toBe(300);
    expect(shownCommission({ ...lead, affiliateIds: [] }).amountMinor).toBe(0);
    expect(shownCommission({ ...lead, status: 'rejected' }).amountMinor).toBe(0);
  });
});
