import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { type Network } from '../domain/identity-signals.ts';
import { type AddressRange, openRangeTable, rangeOf } from '../domain/range-table.ts';

/** Whether an address is of the public internet: behind any other, many visitors look like one. */
export const isPublicAddress = (ip: string | null): boolean =>
  ip !== null && ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast';

/**
 * Whatever one line to the internet has: an address of IPv4, the first half of one of IPv6, in which every
 * device changes the rest at will. Null behind any other network.
 */
export function lineOf(ip: string): string | null {
  if (!isPublicAddress(ip)) return null;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}

/**
 * The ranges of hosting providers: beside the bundled program, where the build puts them (`assets.json`),
 * else in this service's folder. `mainUrl` is `import.meta.url` of the program.
 */
export function findHostingRangesFile(mainUrl: string): string {
  const folder = path.dirname(fileURLToPath(mainUrl));
  const shipped = path.join(folder, 'assets', 'hosting-ranges.txt.gz');
  return existsSync(shipped) ? shipped : path.join(folder, '..', 'assets', 'hosting-ranges.txt.gz');
}

const isNetwork = (text: string | undefined): text is Network =>
  text === 'datacenter' || text === 'vpn' || text === 'tor';

function parseLine(line: string, at: () => string): AddressRange | undefined {
  const text = line.replace(/#.*$/, '').trim();
  if (text === '') return undefined;
  const [cidr = '', network = 'datacenter'] = text.split(/[\s,]+/);
  const range = isNetwork(network) ? rangeOf(cidr, network) : undefined;
  if (range === undefined) {
    throw new Error(`${at()}: "${text}" is not an address range and datacenter, vpn or tor`);
  }
  return range;
}

/** Ranges of a file: one a line, `<CIDR> [datacenter|vpn|tor]`; packed where its name ends so. @throws naming the line */
function readRanges(file: string): AddressRange[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .flatMap((line, index) => parseLine(line, () => `${file}:${index + 1}`) ?? []);
}

/**
 * Which list an address is in: the longest range that holds it speaks, and of two files the later one. Throws
 * where a file cannot be read, so that a wrong setting shows at start.
 */
export function openNetworks(files: readonly (string | undefined)[]) {
  const find = openRangeTable(
    files.flatMap((file) => (file === undefined ? [] : readRanges(file))),
  );
  return (ip: string | null): Network | null => (ip === null ? null : find(ip));
}
