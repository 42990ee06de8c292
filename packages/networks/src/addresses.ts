import ipaddr from 'ipaddr.js';

/** Whether an address is public. Visitors behind any other address cannot be distinguished. */
export const isPublicAddress = (ip: string | null): ip is string =>
  ip !== null && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

/**
 * The part of a public address that one internet line keeps: an IPv4 address, or the /64 prefix of an IPv6
 * address, whose other half devices change at will. Null for other addresses.
 */
export function linePrefixOf(ip: string): string | null {
  if (!isPublicAddress(ip)) return null;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
