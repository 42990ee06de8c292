import { type IncomingMessage } from 'node:http';
import { openClientAddress } from './client-address.ts';
import { type Networks, parseNetworks } from '@tributary/service/edge';

const networks = (...entries: string[]): Networks => {
  const parsed = parseNetworks(entries);
  if (parsed === undefined) throw new Error('These are no networks');
  return parsed;
};

const requestFrom = (remoteAddress: string, forwardedFor?: string): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
  }) as unknown as IncomingMessage;

const proxies = networks('10.0.0.0/8', '192.0.2.1', '2001:db8:ffff::/48', '::ffff:172.16.0.0/108');
const clientOf = openClientAddress(proxies);

describe('the client’s address', () => {
  it.each([
    // peer, X-Forwarded-For, client
    ['198.51.100.9', undefined, '198.51.100.9'],
    ['198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['10.0.0.1', undefined, '10.0.0.1'],
    ['10.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['::ffff:10.0.0.1', '203.0.113.1', '203.0.113.1'],
    ['::ffff:198.51.100.9', '203.0.113.1', '198.51.100.9'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.1', '203.0.113.1'],
    ['10.0.0.1', '203.0.113.1, 192.0.2.1', '203.0.113.1'],
    ['10.0.0.1', '1.1.1.1, 203.0.113.1, 10.9.9.9', '203.0.113.1'],
    ['10.0.0.1', '10.2.2.2, 10.3.3.3', '10.2.2.2'],
    ['10.0.0.1', '::ffff:203.0.113.1', '203.0.113.1'],
    ['10.0.0.1', '2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['10.0.0.1', '203.0.113.1, 2001:db8:ffff::5', '203.0.113.1'],
    ['172.16.4.4', '203.0.113.1', '203.0.113.1'],
    ['10.0.0.1', '203.0.113.1:4711', '203.0.113.1'],
    ['10.0.0.1', '[2001:db8::1]:443', '2001:db8::1'],
    ['10.0.0.1', ' 203.0.113.1 ', '203.0.113.1'],
    // An unreadable entry ends the search, because earlier entries may be forged.
    ['10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1, nonsense, 192.0.2.1', '192.0.2.1'],
    ['10.0.0.1', '', '10.0.0.1'],
    ['10.0.0.1', ',', '10.0.0.1'],
    ['10.0.0.1', '127.1', '10.0.0.1'],
    ['10.0.0.1', '0x7f000001', '10.0.0.1'],
    ['10.0.0.1', '2130706433', '10.0.0.1'],
    ['10.0.0.1', '1.2.3', '10.0.0.1'],
    ['10.0.0.1', '010.0.0.1', '10.0.0.1'],
    ['fe80::1%eth0', undefined, 'fe80::1'],
  ])('from %s with X-Forwarded-For %p is %s', (peer, forwardedFor, client) => {
    expect(clientOf(requestFrom(peer, forwardedFor))).toBe(client);
  });

  it('is the peer’s address where no proxy is trusted', () => {
    const trustNobody = openClientAddress(networks());
    expect(trustNobody(requestFrom('127.0.0.1', '203.0.113.1'))).toBe('127.0.0.1');
  });
});

describe('parseNetworks', () => {
  it('refuses an entry that is neither an address nor a CIDR', () => {
    for (const entry of ['localhost', '10.0.0.0/33', '10.0.0', 'all', '*', '::1/129']) {
      expect(parseNetworks([entry])).toBeUndefined();
    }
  });
});
