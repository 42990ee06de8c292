import fc from 'fast-check';
import { createNetworkLookup, type Network, rangeOf } from './network-ranges.ts';

describe('createNetworkLookup', () => {
  it('finds the same network as a linear search for the narrowest range', () => {
    const address = fc.integer({ min: 0, max: 255 }).map((last) => `198.51.100.${String(last)}`);
    const cidr = fc
      .record({ address, length: fc.integer({ min: 24, max: 32 }) })
      .map((one) => `${one.address}/${String(one.length)}`);
    const network = fc.constantFrom<Network>('datacenter', 'vpn', 'tor');
    const entries = fc.array(fc.record({ cidr, network }), { maxLength: 12 });
    fc.assert(
      fc.property(entries, address, (listed, ip) => {
        const ranges = listed.flatMap((one) => rangeOf(one.cidr, one.network) ?? []);
        const key = rangeOf(ip, 'tor')?.first ?? 0n;
        const holding = ranges.filter(({ first, last }) => first <= key && key <= last);
        const narrowest = holding.toSorted((a, b) => Number(b.last - b.first - (a.last - a.first)));
        expect(createNetworkLookup(ranges)(ip)).toBe(narrowest.at(-1)?.network ?? null);
      }),
    );
  });
});
