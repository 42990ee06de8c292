import { isPublicAddress, linePrefixOf } from './addresses.ts';

describe('isPublicAddress', () => {
  it('accepts unicast addresses and refuses private, local and malformed ones', () => {
    expect(isPublicAddress('8.8.8.8')).toBe(true);
    expect(isPublicAddress('2003:c0::1')).toBe(true);
    for (const ip of ['127.0.0.1', '10.0.0.1', 'fd00::1', 'x', null]) {
      expect(isPublicAddress(ip)).toBe(false);
    }
  });
});

describe('linePrefixOf', () => {
  it('is the whole IPv4 address, and the /64 prefix of an IPv6 address', () => {
    expect(linePrefixOf('88.64.10.20')).toBe('88.64.10.20');
    expect(linePrefixOf('::ffff:88.64.10.20')).toBe('88.64.10.20');
    expect(linePrefixOf('2003:c0::1')).toBe(linePrefixOf('2003:c0::ffff:1'));
    expect(linePrefixOf('2003:c0:0:1::1')).not.toBe(linePrefixOf('2003:c0::1'));
  });

  it('is null in a private network, behind which many visitors look like one', () => {
    expect(['10.0.0.1', 'fd00::1', 'nowhere'].map(linePrefixOf)).toEqual([null, null, null]);
  });
});
