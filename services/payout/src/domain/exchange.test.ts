import fc from 'fast-check';
import { exchanged } from './exchange.ts';

const from = new Date('2026-01-01');
const rateOf = (currency: string, rate: string) => ({ currency, rate, effectiveFrom: from });

it.each([
  ['JPY', '0.0064', 7_812, 'a half goes to the even yen'],
  ['JPY', '0.006667', 7_500, ''],
  ['KWD', '3.25', 15_385, 'a dinar has a thousand fils'],
  ['EUR', '1.0825', 4_619, ''],
  ['CLF', '40', 12_500, ''],
])('50.00 USD in %s at %s is %d of its smallest unit %s', (currency, rate, minor) => {
  expect(exchanged(5_000, rateOf(currency, rate))).toBe(minor);
});

it('is never further than half of a smallest unit from the exact amount', () => {
  const rates = fc.integer({ min: 1, max: 1_000_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), rates, (cents, millionths) => {
      const rate = `${String(Math.trunc(millionths / 1e6))}.${String(millionths % 1e6).padStart(6, '0')}`;
      const yen = BigInt(exchanged(cents, rateOf('JPY', rate)));
      // yen × rate against cents / 100, both times 100,000,000.
      const off = yen * BigInt(millionths) * 100n - BigInt(cents) * 1_000_000n;
      const half = BigInt(millionths) * 50n;
      expect(off <= half && -off <= half).toBe(true);
    }),
  );
});
