import fc from 'fast-check';
import { feeOf, type FeeRule } from './fee.ts';

const cardproc: FeeRule = { fixed: '0.25', percent: '0.25', maximum: null };
const walletco: FeeRule = { fixed: '0', percent: '2', maximum: '20.00' };

it.each([
  [5_000, cardproc, 37], // 25 + 12.5, half to even
  [10_000, cardproc, 50],
  [10_200, cardproc, 51], // 25 + 25.5
  [5_000, walletco, 100],
  [99_999, walletco, 2_000],
  [100_000, walletco, 2_000],
  [50_000_000, walletco, 2_000],
  [10, cardproc, 10], // Never more than the amount.
])('the fee on %i cents is the configured one', (amountMinor, rule, fee) => {
  expect(feeOf(amountMinor, 'USD', rule)).toBe(fee);
});

it('is a whole number of cents between nothing and the amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1e12 }),
      fc.constantFrom(cardproc, walletco),
      (minor, rule) => {
        const fee = feeOf(minor, 'USD', rule);
        expect(Number.isSafeInteger(fee) && fee >= 0 && fee <= minor).toBe(true);
      },
    ),
  );
});
