import { readFileSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { type Network } from '../domain/identity-signals.ts';
import { knownNetworks } from './known-networks.ts';

type Address = ReturnType<typeof ipaddr.process>;

/** Whether an address is of the public internet: behind any other, many visitors look like one. */
export const isPublicAddress = (ip: string | null): boolean =>
  ip !== null && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

const isNetwork = (text: string | undefined): text is Network =>
  text === 'datacenter' || text === 'vpn' || text === 'tor';

/** The first `bits` bits of an address, as a key. */
function prefixOf(address: Address, bits: number): string {
  const bytes = address.toByteArray();
  const masked = bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * index));
    return byte & (0xff00 >> kept) & 0xff;
  });
  return masked.join('.');
}

interface Listed {
  readonly line: string;
  readonly network: Network;
}

function parseLine(line: string, at: string): Listed | undefined {
  const text = line.replace(/#.*$/, '').trim();
  if (text === '') return undefined;
  const [range = '', network = 'datacenter'] = text.split(/[\s,]+/);
  if (!isNetwork(network) || !(ipaddr.isValidCIDR(range) || ipaddr.isValid(range))) {
    throw new Error(`${at}: "${text}" is not an address range and datacenter, vpn or tor`);
  }
  return { line: range, network };
}

/** Ranges of an operator's file: one a line, `<CIDR> [datacenter|vpn|tor]`. @throws naming the line */
const readRanges = (file: string): Listed[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => parseLine(line, `${file}:${index + 1}`) ?? []);

/**
 * Which list an address is in: the longest range that holds it speaks. Throws where the operator's file
 * cannot be read, so that a wrong setting shows at start.
 */
export function openNetworks(file: string | undefined) {
  const tables = new Map<'ipv4' | 'ipv6', Map<number, Map<string, Network>>>();
  const listed = [...knownNetworks, ...(file === undefined ? [] : readRanges(file))];
  for (const { line, network } of listed) {
    const [text = '', length] = line.split('/');
    const address = ipaddr.process(text);
    const bits = length === undefined ? address.toByteArray().length * 8 : Number(length);
    const byLength = tables.get(address.kind()) ?? new Map<number, Map<string, Network>>();
    const table = byLength.get(bits) ?? new Map<string, Network>();
    table.set(prefixOf(address, bits), network);
    tables.set(address.kind(), byLength.set(bits, table));
  }
  const lengths = new Map(
    [...tables].map(([kind, byLength]) => [kind, [...byLength].sort(([a], [b]) => b - a)]),
  );
  return (ip: string | null): Network | null => {
    if (ip === null || !ipaddr.isValid(ip)) return null;
    const address = ipaddr.process(ip);
    for (const [bits, table] of lengths.get(address.kind()) ?? []) {
      const network = table.get(prefixOf(address, bits));
      if (network !== undefined) return network;
    }
    return null;
  };
}
