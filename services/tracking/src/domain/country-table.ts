import ipaddr from 'ipaddr.js';

/** The sort key of an address: the 32 bits of IPv4, the upper 64 bits of IPv6. */
export type AddressKey =
  | { readonly kind: 'v4'; readonly key: number }
  | { readonly kind: 'v6'; readonly key: bigint };

/** Undefined for malformed addresses. An IPv4-mapped IPv6 address counts as IPv4. */
export function addressKeyOf(text: string): AddressKey | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) {
    return { kind: 'v4', key: address.octets.reduce((key, octet) => key * 256 + octet, 0) };
  }
  const upper = address.parts.slice(0, 4);
  return { kind: 'v6', key: upper.reduce((key, part) => (key << 16n) | BigInt(part), 0n) };
}

/** The country of the addresses from `start` to the next start; '' for none. */
export interface CountryStart<Key> {
  readonly start: Key;
  readonly country: string;
}

export interface CountryStarts {
  /** The date of the data, `YYYY-MM-DD`. */
  readonly date: string;
  readonly v4: readonly CountryStart<number>[];
  readonly v6: readonly CountryStart<bigint>[];
}

const DATE_BYTES = 10;

/** Packs the table in 5 or 9 bytes a start; the published file takes 16 MB and more in memory. */
export function packCountries({ date, v4, v6 }: CountryStarts): Buffer {
  const countries = [...new Set([...v4, ...v6].map(({ country }) => country))].sort();
  const indexOf = new Map(countries.map((country, index) => [country, index]));
  const counts = Buffer.alloc(12);
  counts.writeUInt32LE(countries.length, 0);
  counts.writeUInt32LE(v4.length, 4);
  counts.writeUInt32LE(v6.length, 8);
  const starts4 = Uint32Array.from(v4, ({ start }) => start);
  const starts6 = BigUint64Array.from(v6, ({ start }) => start);
  const indexes = Uint8Array.from([...v4, ...v6], ({ country }) => indexOf.get(country) ?? 0);
  return Buffer.concat([
    Buffer.from(date.padEnd(DATE_BYTES)),
    counts,
    Buffer.from(countries.map((country) => country.padEnd(2)).join('')),
    Buffer.from(starts4.buffer),
    Buffer.from(starts6.buffer),
    indexes,
  ]);
}

/** Countries by address. */
export interface CountryTable {
  readonly date: string;
  /** ISO 3166-1 alpha-2; undefined where the address belongs to no country. */
  find(address: AddressKey): string | undefined;
}

/** The index of the last start that is not above `key`; -1 for none. */
function lastAtMost<Key extends number | bigint>(
  starts: { readonly length: number; readonly [index: number]: Key },
  key: Key,
): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] as Key) <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

interface Columns {
  readonly date: string;
  readonly names: string;
  readonly starts4: Uint32Array;
  readonly starts6: BigUint64Array;
  /** The place of each start's country in the names. */
  readonly indexes: Uint8Array;
}

/** Copies the table, so that the packed one need not stay in memory. */
function unpack(packed: Buffer): Columns {
  let at = DATE_BYTES;
  const take = (bytes: number): ArrayBuffer => {
    // A copy, because typed arrays need aligned offsets.
    const piece = new Uint8Array(packed.subarray(at, at + bytes)).slice();
    at += bytes;
    return piece.buffer;
  };
  const [countryCount = 0, count4 = 0, count6 = 0] = new Uint32Array(take(12));
  return {
    date: packed.subarray(0, DATE_BYTES).toString('latin1'),
    names: Buffer.from(take(countryCount * 2)).toString('latin1'),
    starts4: new Uint32Array(take(count4 * 4)),
    starts6: new BigUint64Array(take(count6 * 8)),
    indexes: new Uint8Array(take(count4 + count6)),
  };
}

/** Opens a table that packCountries has written. */
export function openCountryTable(packed: Buffer): CountryTable {
  const { date, names, starts4, starts6, indexes } = unpack(packed);
  const nameAt = (position: number): string | undefined => {
    const index = (indexes[position] ?? 0) * 2;
    const name = names.slice(index, index + 2).trim();
    return name === '' ? undefined : name;
  };
  return {
    date,
    find: (address) => {
      const isV4 = address.kind === 'v4';
      const found = isV4 ? lastAtMost(starts4, address.key) : lastAtMost(starts6, address.key);
      if (found < 0) return undefined;
      return nameAt(isV4 ? found : starts4.length + found);
    },
  };
}
