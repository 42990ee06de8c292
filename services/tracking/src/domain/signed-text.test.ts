import fc from 'fast-check';
import {
  brandAdjustmentTexts,
  directSignedTexts,
  givenSignature,
  platformAdjustmentTexts,
  postbackSignedTexts,
  signedTexts,
  twoDecimals,
} from './signed-text.ts';

describe('the signed text', () => {
  it('is click_id.transaction_id.order_value, with the literal value or two decimals', () => {
    const call = { owner: 'c', transactionId: 't', orderValue: '12.5' };
    expect(directSignedTexts(call).texts).toEqual(['c.t.12.5', 'c.t.12.50']);
  });

  it('is tracking_code.order_id.order_value', () => {
    const call = { trackingCode: 'code', orderId: 'o', orderValue: '3.00' };
    expect(postbackSignedTexts(call).texts).toEqual(['code.o.3.00']);
  });

  const anAdjustment = (
    orderId: string,
    adjustmentType: string,
    adjustmentAmount?: string,
    refundId?: string,
  ) => ({ orderId, adjustmentType, adjustmentAmount, refundId });
  const before = new Date('2027-05-31T23:59:59Z');
  const after = new Date('2027-06-01T00:00:00Z');

  it('of an adjustment ends with the amount and the refund_id', () => {
    expect(brandAdjustmentTexts(anAdjustment('o.1', 'refund')).texts).toEqual(['o.1.refund.']);
    const partial = anAdjustment('o.1', 'partial_refund', '5', 'r-1');
    const complete = ['o.1.partial_refund.5.r-1', 'o.1.partial_refund.5.00.r-1'];
    expect(brandAdjustmentTexts(partial).texts).toEqual(complete);
    expect(platformAdjustmentTexts(partial, before).texts).toEqual([
      'o.1.partial_refund.5',
      'o.1.partial_refund.5.00',
      ...complete,
    ]);
    expect(platformAdjustmentTexts(partial, after).texts).toEqual(complete);
  });

  it.each([
    ['5', '25'],
    ['5', '25.r'],
    ['5', '2e3'],
    ['', 'refund.5'],
    ['5.00', 'x.partial_refund.5'],
  ])('of an adjustment of %s with the refund_id %s is ambiguous', (amount, refundId) => {
    const call = anAdjustment('o', 'partial_refund', amount, refundId);
    const { texts, ambiguousTexts } = brandAdjustmentTexts(call);
    const literal = `o.partial_refund.${amount}.${refundId}`;
    expect(ambiguousTexts).toContain(literal);
    expect(texts).not.toContain(literal);
  });

  it('is never equal for two different adjustments', () => {
    const types = ['refund', 'chargeback', 'partial_refund'] as const;
    const id = fc.oneof(
      fc.stringMatching(/^[a1.]{1,4}$/),
      fc
        .tuple(fc.constantFrom('', 'a.', '1.'), fc.constantFrom(...types))
        .map(([head, type]) => `${head}${type}.1`),
    );
    const amount = fc.option(
      fc.oneof(fc.stringMatching(/^(0|[1-9])$/), fc.stringMatching(/^[0-9]\.\d{1,3}$/)),
      { nil: undefined },
    );
    const refundId = fc.option(id, { nil: undefined });
    const call = fc.tuple(id, fc.constantFrom(...types), amount, refundId);
    const meaningOf = ([order, type, value, refund]: readonly (string | undefined)[]) => [
      order,
      type,
      value === undefined ? undefined : Number(value),
      refund,
    ];
    fc.assert(
      fc.property(call, call, (one, other) => {
        const { texts } = brandAdjustmentTexts(anAdjustment(...one));
        const others = brandAdjustmentTexts(anAdjustment(...other)).texts;
        const isShared = texts.some((text) => others.includes(text));
        if (isShared) expect(meaningOf(one)).toEqual(meaningOf(other));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['100', '100.00'],
    ['100.0', '100.00'],
    ['100.00', '100.00'],
    ['0.5', '0.50'],
    ['1.230', '1.23'],
    ['1.005', undefined],
    ['1e2', undefined],
    ['-1', undefined],
    ['01', undefined],
    ['', undefined],
  ])('two decimals of %s are %s', (literal, rounded) => {
    expect(twoDecimals(literal)).toBe(rounded);
  });

  it.each([
    ['t', '5', true],
    ['t.1', '5', false],
    ['t.1', '5e1', false],
    ['t.1', '5.0', true],
    ['t.01', '5', true],
    ['t.x', '5', true],
    ['2026.t', '5', true],
  ])('with the id %s and the amount %s is unambiguous: %s', (id, amount, isPlain) => {
    const { texts, ambiguousTexts } = signedTexts(['c', id], amount);
    const literal = `c.${id}.${amount}`;
    expect(isPlain ? texts : ambiguousTexts).toContain(literal);
    expect(isPlain ? ambiguousTexts : texts).not.toContain(literal);
  });

  it('is never equal for two different orders or amounts', () => {
    const part = fc.stringMatching(/^[a1.]{1,5}$/);
    const amount = fc.oneof(
      fc.stringMatching(/^(0|[1-9]\d?)$/),
      fc.stringMatching(/^(0|[1-9]\d?)\.\d{1,3}$/),
      fc.stringMatching(/^[1-9](\.\d)?e[0-2]$/),
    );
    fc.assert(
      fc.property(part, amount, part, amount, (id, value, otherId, otherValue) => {
        const texts = signedTexts(['c', id], value).texts;
        const others = signedTexts(['c', otherId], otherValue).texts;
        const isShared = texts.some((text) => others.includes(text));
        // The same characters mean the same order and the same amount.
        if (isShared) expect([id, Number(value)]).toEqual([otherId, Number(otherValue)]);
      }),
      { numRuns: 3_000 },
    );
  });

  it('has a signature by header or field, or both where they are equal', () => {
    expect(givenSignature(undefined, undefined)).toEqual({ kind: 'none' });
    expect(givenSignature('a', undefined)).toEqual({ kind: 'one', hex: 'a' });
    expect(givenSignature(undefined, '')).toEqual({ kind: 'one', hex: '' });
    expect(givenSignature('a', 'a')).toEqual({ kind: 'one', hex: 'a' });
    expect(givenSignature('a', 'b')).toEqual({ kind: 'contradiction' });
  });
});
