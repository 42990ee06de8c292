import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isPublicAddress, openNetworks } from './networks.ts';

const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), 'networks-')), 'list.txt');
  writeFileSync(file, text);
  return file;
};

describe('lists of networks', () => {
  it('know large hosting providers of both families, and nobody’s home', () => {
    const find = openNetworks(undefined);
    expect(find('5.9.12.34')).toBe('datacenter');
    expect(find('::ffff:5.9.12.34')).toBe('datacenter');
    expect(find('2a01:4f8:1:2::3')).toBe('datacenter');
    expect(find('203.0.113.7')).toBeNull();
    expect(find('not an address')).toBeNull();
    expect(find(null)).toBeNull();
  });

  it('take an operator’s file; the longest range speaks', () => {
    const find = openNetworks(
      fileWith('# ours\n203.0.113.0/24 vpn\n203.0.113.128/25, datacenter\n203.0.113.9 tor\n\n'),
    );
    expect(find('203.0.113.1')).toBe('vpn');
    expect(find('203.0.113.200')).toBe('datacenter');
    expect(find('203.0.113.9')).toBe('tor');
    expect(find('203.0.114.1')).toBeNull();
  });

  it('refuse a line that is none, naming it', () => {
    expect(() => openNetworks(fileWith('203.0.113.0/24 vpn\nhome vpn'))).toThrow(/:2: "home vpn"/);
    expect(() => openNetworks(fileWith('203.0.113.0/24 cloud'))).toThrow(/:1: /);
  });

  it('tell public addresses from those that many share', () => {
    expect(['198.51.100.7', '8.8.8.8'].map(isPublicAddress)).toContain(true);
    for (const ip of ['127.0.0.1', '10.0.0.1', 'x', null]) expect(isPublicAddress(ip)).toBe(false);
  });
});
