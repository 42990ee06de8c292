import ipaddr from 'ipaddr.js';

/** A cloud's own address in a public range: the virtual address of Azure's platform. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an IP address (text, without brackets) belongs to the public internet. An IPv4 address
 * inside an IPv6 address is checked as IPv4. Unreadable text is not public.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return !PLATFORM_ADDRESSES.has(address.toString());
  // The library knows some ranges outside of it only as plain unicast: ::/96, for one.
  return address.match(GLOBAL_UNICAST_V6);
}

export const isAddress = (text: string): boolean => ipaddr.isValid(text);
