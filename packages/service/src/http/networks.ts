import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

const isCidr = (text: string): boolean => text.includes('/');

function networkOf(text: string): Network | undefined {
  if (isCidr(text)) {
    if (!ipaddr.isValidCIDR(text)) return undefined;
    const [address, bits] = ipaddr.parseCIDR(text);
    const mapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    return mapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  }
  const address = parseAddress(text);
  return address === undefined ? undefined : [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** An address in its canonical form; an IPv4 address that is written as IPv6 becomes IPv4. */
export function parseAddress(text: string): Address | undefined {
  // ipaddr.js also accepts `127.1` and `0x7f000001`, which proxies do not write.
  if (/^[\d.]+$/.test(text) ? !ipaddr.IPv4.isValidFourPartDecimal(text) : !text.includes(':')) {
    return undefined;
  }
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  return ipaddr.isValid(plain) ? ipaddr.process(plain) : undefined;
}

export interface Networks {
  contains(address: Address): boolean;
}

export const noNetworks: Networks = { contains: () => false };

/** Addresses and CIDRs; undefined where an entry is neither. */
export function parseNetworks(entries: readonly string[]): Networks | undefined {
  const networks = entries.map(networkOf).filter((network) => network !== undefined);
  if (networks.length < entries.length) return undefined;
  return {
    contains: (address) =>
      networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits)),
  };
}
