import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { type Network } from '../domain/identity-signals.ts';
import { findHostingRangesFile, isPublicAddress, lineOf, openNetworks } from './networks.ts';
import { openRangeTable, rangeOf } from '../domain/range-table.ts';

const fileWith = (text: string | Buffer, name = 'list.txt'): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'networks-')), name);
  writeFileSync(file, text);
  return file;
};

describe('the shipped ranges of hosting providers', () => {
  const program = new URL('../main.ts', import.meta.url).href;
  const find = openNetworks([findHostingRangesFile(program)]);

  it.each([
    ['Amazon', '3.120.0.1'],
    ['Amazon', '54.224.10.20'],
    ['Amazon', '2a05:d014::1'],
    ['Google’s customers', '35.192.0.1'],
    ['Microsoft', '20.50.2.3'],
    ['Hetzner', '5.9.12.34'],
    ['Hetzner', '::ffff:5.9.12.34'],
    ['Hetzner', '2a01:4f8:1:2::3'],
    ['OVH', '51.75.1.2'],
    ['OVH', '2001:41d0:1::1'],
    ['DigitalOcean', '167.99.1.2'],
    ['Linode', '172.104.1.2'],
    ['Contabo', '173.249.1.2'],
  ])('know %s (%s)', (_who, ip) => {
    expect(find(ip)).toBe('datacenter');
  });

  it.each([
    ['M247', '37.120.200.1'],
    ['Datacamp', '185.59.221.10'],
  ])('know exits of VPNs at %s (%s)', (_who, ip) => {
    expect(find(ip)).toBe('vpn');
  });

  it.each([
    ['Comcast', '73.162.10.20'],
    ['Comcast', '2601:640:1::1'],
    ['Deutsche Telekom', '79.192.10.20'],
    ['Deutsche Telekom', '2003:c0::1'],
    ['Vodafone Germany', '88.64.10.20'],
    ['Free', '82.64.10.20'],
    ['BT', '86.128.10.20'],
    ['OVH’s lines to homes', '109.190.10.20'],
    ['Cloudflare’s relays of browsers', '104.28.10.20'],
    ['nobody', '203.0.113.7'],
  ])('leave alone who comes from %s (%s)', (_who, ip) => {
    expect(find(ip)).toBeNull();
  });
});

describe('lists of networks', () => {
  it('know nothing of what is no address, and nothing at all without a list', () => {
    const find = openNetworks([undefined]);
    for (const ip of ['5.9.12.34', 'not an address', '', null]) expect(find(ip)).toBeNull();
  });

  it('take an operator’s file; the longest range speaks, and the operator before what is shipped', () => {
    const shipped = fileWith(gzipSync('# shipped\n203.0.113.0/24 datacenter\n'), 'list.txt.gz');
    const own = fileWith(
      '# ours\n203.0.113.0/24 vpn\n203.0.113.128/25, datacenter\n203.0.113.9 tor\n\n',
    );
    const find = openNetworks([shipped, own]);
    expect(find('203.0.113.1')).toBe('vpn');
    expect(find('203.0.113.200')).toBe('datacenter');
    expect(find('203.0.113.9')).toBe('tor');
    expect(find('203.0.114.1')).toBeNull();
    expect(find('::cb00:7109')).toBeNull();
  });

  it('refuse a line that is none, naming it', () => {
    const refusal = (text: string) => () => openNetworks([fileWith(text)]);
    expect(refusal('203.0.113.0/24 vpn\nhome vpn')).toThrow(/:2: "home vpn"/);
    expect(refusal('203.0.113.0/24 cloud')).toThrow(/:1: /);
    expect(refusal('203.0.113.0/33 vpn')).toThrow(/:1: /);
  });

  it('tell public addresses from those that many share', () => {
    expect(['198.51.100.7', '8.8.8.8'].map(isPublicAddress)).toContain(true);
    for (const ip of ['127.0.0.1', '10.0.0.1', 'x', null]) expect(isPublicAddress(ip)).toBe(false);
  });
});

describe('a table of ranges', () => {
  it('finds what looking through all ranges finds, from the longest on', () => {
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
        expect(openRangeTable(ranges)(ip)).toBe(narrowest.at(-1)?.network ?? null);
      }),
    );
  });
});

describe('a line to the internet', () => {
  it('is one address of IPv4, and of IPv6 the half that a provider gives out', () => {
    expect(lineOf('88.64.10.20')).toBe('88.64.10.20');
    expect(lineOf('::ffff:88.64.10.20')).toBe('88.64.10.20');
    expect(lineOf('2003:c0::1')).toBe(lineOf('2003:c0::ffff:1'));
    expect(lineOf('2003:c0:0:1::1')).not.toBe(lineOf('2003:c0::1'));
  });

  it('is none in a private network, behind which many visitors look like one', () => {
    expect(['10.0.0.1', 'fd00::1', 'nowhere'].map(lineOf)).toEqual([null, null, null]);
  });
});
