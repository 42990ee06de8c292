import { strongerCredit, type Credit } from './credit.ts';
import { type ConversionFacts, mergeConversion, conversionViewOf } from './conversion-view.ts';

const at = new Date('2026-05-01T12:00:00.000Z');
const later = new Date('2026-05-01T12:00:01.000Z');
const share = (affiliateId: string, weight: number) => ({
  ...{ affiliateId, weight, clickId: null, linkId: null, valueMinor: 0 },
});
const credit = (by: Credit['by'], when = at): Credit => ({
  by,
  at: when,
  shares: [share('anna', 2), share('bela', 1)],
});
const facts: ConversionFacts = {
  campaignId: 'campaign',
  orderId: 'order',
  status: 'pending',
  valueMinor: 10_000,
  refundedMinor: 4_000,
  currency: 'JPY',
  terms: { type: 'fixed', value: '3.01', currency: 'USD', holdDays: 0 },
  namedMinor: null,
  unpayableReason: null,
  productName: null,
  productCategory: null,
  quantity: null,
  customerId: null,
  isNewCustomer: null,
  rejectionReason: null,
  trackedAt: at,
  convertedAt: at,
};

describe('the credit of a conversion', () => {
  it('is the verdict’s, else the latest assessment’s, else the click’s, in any order of arrival', () => {
    const rising = [
      credit('click'),
      credit('assessment'),
      credit('assessment', later),
      credit('verdict'),
    ];
    for (const known of rising) {
      for (const incoming of rising) {
        const stronger = rising[Math.max(rising.indexOf(known), rising.indexOf(incoming))];
        expect(strongerCredit(known, incoming)).toBe(stronger);
      }
    }
    expect(strongerCredit(undefined, credit('click'))).toEqual(credit('click'));
  });
});

describe('a replaced conversion', () => {
  const earlier = {
    id: 'id',
    facts: { ...facts, status: 'rejected' as const },
    credit: credit('verdict'),
  };
  const replaced = {
    id: 'id',
    facts: { ...facts, valueMinor: 20_000, revision: 1 },
    credit: { ...credit('click'), shares: [share('chris', 1)], revision: 1 },
  };

  it('has the facts and the credit of the new report, in any order of arrival', () => {
    expect(mergeConversion(earlier, replaced)).toEqual(replaced);
    expect(mergeConversion(replaced, earlier)).toEqual(replaced);
    const late = { id: 'id', credit: credit('assessment', later) };
    expect(mergeConversion(replaced, late)).toEqual(replaced);
  });
});

describe('the view of a conversion', () => {
  it('expects each credited affiliate to earn a part of the remaining value', () => {
    const shown = conversionViewOf({ id: 'id', facts, credit: credit('assessment') }, {});
    expect(shown).toMatchObject({ affiliateIds: ['anna', 'bela'], commissionCurrency: 'USD' });
    // 60 % of 3.01 are 1.806, rounded once: 1.81; two thirds and one.
    expect(shown.expected).toEqual([
      { affiliateId: 'anna', rate: '3.01', amountMinor: 121 },
      { affiliateId: 'bela', rate: '3.01', amountMinor: 60 },
    ]);
    const capped = { ...facts, unpayableReason: 'capped' as const };
    const unpaid = conversionViewOf({ id: 'id', facts: capped, credit: credit('click') }, {});
    expect(unpaid.expected.map(({ amountMinor }) => amountMinor)).toEqual([0, 0]);
  });

  it('never returns to an earlier status, and keeps the reason of a rejection', () => {
    const incoming = (
      status: ConversionFacts['status'],
      rejectionReason: string | null = null,
    ) => ({
      id: 'id',
      credit: credit('click'),
      facts: { ...facts, status, rejectionReason },
    });
    const declined = mergeConversion(incoming('pending'), incoming('rejected', 'Duplicate'));
    expect(mergeConversion(declined, incoming('pending')).facts).toMatchObject({
      status: 'rejected',
    });
    expect(mergeConversion(declined, incoming('reversed')).facts).toMatchObject({
      status: 'reversed',
      rejectionReason: 'Duplicate',
    });
  });

  it('keeps every bonus that was counted against the campaign’s limits, in any order of arrival', () => {
    const of = (tierBonuses: Record<string, string>) => ({
      ...{ id: 'id', credit: credit('click') },
      facts: { ...facts, tierBonuses },
    });
    const [first, both] = [of({ anna: '5' }), of({ anna: '5', bela: '0' })];
    for (const [known, incoming] of [
      [first, both],
      [both, first],
    ] as const) {
      const merged = mergeConversion(known, incoming).facts;
      expect(merged?.tierBonuses).toEqual({ anna: '5', bela: '0' });
    }
    const none = { id: 'id', credit: credit('click'), facts };
    expect(mergeConversion(none, none).facts).not.toHaveProperty('tierBonuses');
  });
});
