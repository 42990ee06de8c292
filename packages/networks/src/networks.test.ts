import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { findHostingRangesFile, openNetworks } from './networks.ts';

const fileWith = (text: string | Buffer, name = 'list.txt'): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'networks-')), name);
  writeFileSync(file, text);
  return file;
};

describe('the shipped ranges of hosting providers', () => {
  const find = openNetworks([findHostingRangesFile()]);

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
  ])('contain %s (%s)', (_who, ip) => {
    expect(find(ip)).toBe('datacenter');
  });

  it.each([
    ['M247', '37.120.200.1'],
    ['Datacamp', '185.59.221.10'],
  ])('contain VPN exits of %s (%s)', (_who, ip) => {
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
    ['OVH’s home access', '109.190.10.20'],
    ['Cloudflare’s relays of browsers', '104.28.10.20'],
    ['no provider', '203.0.113.7'],
  ])('do not contain %s (%s)', (_who, ip) => {
    expect(find(ip)).toBeNull();
  });
});

describe('lists of networks', () => {
  it('find nothing for a malformed address, and nothing at all without a file', () => {
    const find = openNetworks([undefined]);
    for (const ip of ['5.9.12.34', 'not an address', '', null]) expect(find(ip)).toBeNull();
  });

  it('include an operator’s file: the narrowest range decides, and the operator’s before the shipped one', () => {
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

  it('refuse a malformed line with its number and text', () => {
    const refusal = (text: string) => () => openNetworks([fileWith(text)]);
    expect(refusal('203.0.113.0/24 vpn\nhome vpn')).toThrow(/:2: "home vpn"/);
    expect(refusal('203.0.113.0/24 cloud')).toThrow(/:1: /);
    expect(refusal('203.0.113.0/33 vpn')).toThrow(/:1: /);
  });
});
