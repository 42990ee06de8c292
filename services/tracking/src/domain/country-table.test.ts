import fc from 'fast-check';
import { addressKeyOf, openCountryTable, packCountries } from './country-table.ts';

describe('the country table', () => {
  it('finds for any address the country of the last start before it', () => {
    const country = fc.constantFrom('', 'DE', 'FR', 'US');
    const starts = fc.uniqueArray(fc.record({ start: fc.nat(2 ** 32 - 1), country }), {
      selector: ({ start }) => start,
    });
    fc.assert(
      fc.property(starts, fc.nat(2 ** 32 - 1), (unordered, key) => {
        const v4 = unordered.sort((a, b) => a.start - b.start);
        const v6 = v4.map(({ start, country: there }) => ({
          start: BigInt(start) << 31n,
          country: there,
        }));
        const table = openCountryTable(packCountries({ date: '2026-06-17', v4, v6 }));
        const expected = v4.findLast(({ start }) => start <= key)?.country;
        const found = expected === undefined || expected === '' ? undefined : expected;
        expect(table.date).toBe('2026-06-17');
        expect(table.find({ kind: 'v4', key })).toBe(found);
        expect(table.find({ kind: 'v6', key: BigInt(key) << 31n })).toBe(found);
      }),
    );
  });

  it('reads an address in any notation, and nothing else', () => {
    expect(addressKeyOf('1.2.3.4')).toEqual({ kind: 'v4', key: 0x01020304 });
    expect(addressKeyOf('255.255.255.255')).toEqual({ kind: 'v4', key: 0xffffffff });
    expect(addressKeyOf('::ffff:1.2.3.4')).toEqual({ kind: 'v4', key: 0x01020304 });
    expect(addressKeyOf('2001:db8::1')).toEqual({ kind: 'v6', key: 0x20010db800000000n });
    for (const text of ['', 'x', '1.2.3.4.5', '300.1.1.1']) {
      expect(addressKeyOf(text)).toBeUndefined();
    }
  });
});
