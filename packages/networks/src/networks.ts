import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type AddressRange, createNetworkLookup, type Network, rangeOf } from './network-ranges.ts';

/**
 * The file with the ranges of hosting providers: beside the bundled program, where the build copies it
 * (`assets.json`), else in this package.
 */
export function findHostingRangesFile(): string {
  const folder = path.dirname(fileURLToPath(import.meta.url));
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

/** Reads one range per line, `<CIDR> [datacenter|vpn|tor]`. @throws with the line's number and text */
function readRanges(file: string): AddressRange[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .flatMap((line, index) => parseLine(line, () => `${file}:${index + 1}`) ?? []);
}

/**
 * Finds the network of an address: the narrowest range that holds it decides, and of two files the later one.
 * @throws when a file cannot be read, so that a wrong setting shows at start
 */
export function openNetworks(files: readonly (string | undefined)[]) {
  const find = createNetworkLookup(
    files.flatMap((file) => (file === undefined ? [] : readRanges(file))),
  );
  return (ip: string | null): Network | null => (ip === null ? null : find(ip));
}
