/** Vendor ids from the first to the last, both included. */
type VendorRange = readonly [first: number, last: number];

/** How a publisher restricts a purpose for vendors. */
export interface PublisherRestriction {
  readonly purpose: number;
  /** 0: the purpose is not allowed; 1: it requires consent; 2: it requires a legitimate interest. */
  readonly type: number;
  readonly vendors: readonly VendorRange[];
}

/** What the core segment of an IAB TCF string (version 2) states about consent. */
export interface TcfString {
  readonly purposes: ReadonlySet<number>;
  readonly vendors: readonly VendorRange[];
  readonly restrictions: readonly PublisherRestriction[];
}

/** The longest string that is read, characters; real ones have some hundred. */
export const MAX_TCF_CHARACTERS = 4_096;

const BASE64URL = /^[\w-]+$/;
const VERSION = 2;
const PURPOSES = 24;
/** Where fields of the core segment begin, bits. */
const [PURPOSES_AT, VENDORS_AT] = [152, 213];

class EndOfString extends Error {}

/** Reads whole numbers of some bits each, the most significant bit first. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  seek(bit: number): void {
    this.#at = bit;
  }

  /** @throws EndOfString */
  read(bits: number): number {
    let value = 0;
    for (const end = this.#at + bits; this.#at < end; this.#at += 1) {
      const byte = this.#bytes[this.#at >> 3];
      if (byte === undefined) throw new EndOfString();
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
    }
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }
}

/** The numbers from 1 on whose bits are set. */
function readSet(bits: BitReader, size: number): number[] {
  const numbers: number[] = [];
  for (let number = 1; number <= size; number += 1) if (bits.flag()) numbers.push(number);
  return numbers;
}

function readRanges(bits: BitReader): VendorRange[] {
  return Array.from({ length: bits.read(12) }, () => {
    const isRange = bits.flag();
    const first = bits.read(16);
    return [first, isRange ? bits.read(16) : first] as const;
  });
}

/** A list of vendors: a bit for each, or ranges. */
function readVendors(bits: BitReader): VendorRange[] {
  const maxId = bits.read(16);
  if (bits.flag()) return readRanges(bits);
  return readSet(bits, maxId).map((id) => [id, id] as const);
}

const readRestrictions = (bits: BitReader): PublisherRestriction[] =>
  Array.from({ length: bits.read(12) }, () => ({
    purpose: bits.read(6),
    type: bits.read(2),
    vendors: readRanges(bits),
  }));

function readCore(bits: BitReader): TcfString | undefined {
  if (bits.read(6) !== VERSION) return undefined;
  bits.seek(PURPOSES_AT);
  const purposes = new Set(readSet(bits, PURPOSES));
  bits.seek(VENDORS_AT);
  const vendors = readVendors(bits);
  // Legitimate interests of vendors: they are no consent.
  readVendors(bits);
  return { purposes, vendors, restrictions: readRestrictions(bits) };
}

/** Decodes the core segment; undefined for other versions and for what is no such string. */
export function decodeTcfString(text: string): TcfString | undefined {
  const [core = ''] = text.split('.', 1);
  if (text.length > MAX_TCF_CHARACTERS || !BASE64URL.test(core)) return undefined;
  try {
    return readCore(new BitReader(Buffer.from(core, 'base64url')));
  } catch (error) {
    if (error instanceof EndOfString) return undefined;
    throw error;
  }
}

/** Store or access information on a device; measure the performance of advertising. */
const NEEDED_PURPOSES = [1, 7];
const REQUIRES_CONSENT = 1;

const includes = (vendors: readonly VendorRange[], id: number): boolean =>
  vendors.some(([first, last]) => first <= id && id <= last);

/**
 * Whether the person agreed to what affiliate measurement needs: purposes 1 and 7, and the vendor, by consent alone.
 * @param vendorId this platform's id in the Global Vendor List; undefined where it has none, then purposes decide
 */
export function allowsMeasurement(
  { purposes, vendors, restrictions }: TcfString,
  vendorId: number | undefined,
): boolean {
  if (!NEEDED_PURPOSES.every((purpose) => purposes.has(purpose))) return false;
  if (vendorId === undefined) return true;
  const isRestricted = restrictions.some(
    ({ purpose, type, vendors: restricted }) =>
      type !== REQUIRES_CONSENT &&
      NEEDED_PURPOSES.includes(purpose) &&
      includes(restricted, vendorId),
  );
  return includes(vendors, vendorId) && !isRestricted;
}
