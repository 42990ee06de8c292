import { anApprovedConversion } from '@tributary/testing';
import { decideFirst, isPastRecurring, subscriberOf } from './subscription.ts';

const renewal = (convertedAt: string, recurringMonths: number | null, conversionId?: string) =>
  anApprovedConversion({
    ...(conversionId === undefined ? {} : { conversionId }),
    campaignId: 'campaign',
    customerId: 'customer',
    convertedAt,
    terms: {
      ...{ type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
      ...{ campaignType: 'subscription', recurringMonths },
    },
  });
const first = decideFirst(renewal('2026-01-31T12:00:00.000Z', 3, 'first'), 'customer', undefined);

describe('a renewal', () => {
  it.each([
    [0, '2026-02-01T00:00:00.000Z', true],
    // A month after 31 January is 28 February.
    [1, '2026-02-28T11:59:59.999Z', false],
    [1, '2026-02-28T12:00:00.000Z', true],
    [12, '2027-01-31T11:59:59.999Z', false],
    [12, '2027-01-31T12:00:00.000Z', true],
    [null, '2036-01-31T12:00:00.000Z', false],
  ])('within %p months at %s is past them: %p', (months, convertedAt, isPast) => {
    expect(isPastRecurring(renewal(convertedAt, months), first)).toBe(isPast);
  });

  it('is counted from the first sale, also where that sale is approved later', () => {
    const late = decideFirst(renewal('2025-12-01T00:00:00.000Z', 1, 'earlier'), 'customer', first);
    expect(late).toMatchObject({ firstConversionId: 'earlier' });
    expect(decideFirst(renewal('2026-05-01T00:00:00.000Z', 1), 'customer', late)).toBe(late);
    const itself = renewal('2025-12-01T00:00:00.000Z', 0, 'earlier');
    expect(isPastRecurring(itself, late)).toBe(false);
  });

  it('is recognised by its customer, on subscription campaigns only', () => {
    const known = renewal('2026-01-01T00:00:00.000Z', 0);
    const { campaignId } = known;
    expect(subscriberOf(known)).toBe(`${campaignId}/customer`);
    expect(subscriberOf({ ...known, customerId: null, customerEmailHash: 'hash' })).toBe(
      `${campaignId}/hash`,
    );
    expect(subscriberOf({ ...known, customerId: null })).toBeUndefined();
    const terms = { ...known.terms, campaignType: 'sale' as const };
    expect(subscriberOf({ ...known, terms })).toBeUndefined();
  });
});
