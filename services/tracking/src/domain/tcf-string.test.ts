import fc from 'fast-check';
import {
  ALL_PURPOSES,
  NO_STORAGE,
  NOTHING_ALLOWED,
  THREE_PURPOSES,
  VERSION_1,
} from '../testing/tcf-strings.ts';
import { allowsMeasurement, decodeTcfString, MAX_TCF_CHARACTERS } from './tcf-string.ts';

const decoded = (text: string) => {
  const found = decodeTcfString(text);
  if (found === undefined) throw new Error('The string cannot be decoded');
  return found;
};
const idsOf = (ranges: readonly (readonly [number, number])[]) =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );

/** A core segment with these purposes, vendors as a bit for each or as one range, and restrictions of purpose 7. */
function encode(
  purposes: ReadonlySet<number>,
  { ids, asRange }: { readonly ids: readonly number[]; readonly asRange: boolean },
  restriction?: { readonly type: number; readonly vendor: number },
): string {
  const bits = (value: number, size: number) => value.toString(2).padStart(size, '0');
  const maxId = Math.max(0, ...ids);
  const range =
    ids.length === 1 ? `0${bits(maxId, 16)}` : `1${bits(ids[0] ?? 1, 16)}${bits(maxId, 16)}`;
  const vendors = asRange
    ? `${bits(maxId, 16)}1${bits(1, 12)}${range}`
    : `${bits(maxId, 16)}0${Array.from({ length: maxId }, (_, at) => (ids.includes(at + 1) ? '1' : '0')).join('')}`;
  const restrictions =
    restriction === undefined
      ? bits(0, 12)
      : `${bits(1, 12)}${bits(7, 6)}${bits(restriction.type, 2)}${bits(1, 12)}0${bits(restriction.vendor, 16)}`;
  const all =
    `${bits(2, 6)}${'0'.repeat(146)}` +
    Array.from({ length: 24 }, (_, at) => (purposes.has(at + 1) ? '1' : '0')).join('') +
    `${'0'.repeat(37)}${vendors}${bits(0, 16)}0${restrictions}`;
  const bytes = all.padEnd(Math.ceil(all.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString('base64url');
}

describe('decodeTcfString', () => {
  it.each([
    ['ranges', THREE_PURPOSES, [1, 2, 3], [2, 6, 8]],
    ['bits', NO_STORAGE, [3, 4, 5, 6, 7, 8, 9], [23, 37, 47, 48, 53, 65, 98]],
    ['no vendor', NOTHING_ALLOWED, [], []],
  ])('reads purposes and vendors of real strings: %s', (_name, text, purposes, vendors) => {
    const found = decoded(text);
    expect([...found.purposes]).toEqual(purposes);
    expect(idsOf(found.vendors)).toEqual(vendors);
    expect(found.restrictions).toEqual([]);
  });

  it('reads what a publisher restricts', () => {
    const { purposes, vendors, restrictions } = decoded(ALL_PURPOSES);
    expect([...purposes]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(idsOf(vendors)).toHaveLength(173);
    expect(restrictions).toContainEqual({ purpose: 7, type: 0, vendors: [[45, 45]] });
  });

  it('reads every string that it is given purposes and vendors for', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 2_000 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 24 })), ids, (purposes, vendors) => {
        const text = encode(new Set(purposes), { ids: vendors, asRange: false });
        const found = decoded(text);
        expect(found.purposes).toEqual(new Set(purposes));
        expect(idsOf(found.vendors)).toEqual(vendors.toSorted((a, b) => a - b));
      }),
    );
  });

  it('reads no other version, no part of a string, and nothing that is too long', () => {
    const cut = THREE_PURPOSES.split('.')[0]?.slice(0, -6) ?? '';
    const long = `${ALL_PURPOSES}.${'A'.repeat(MAX_TCF_CHARACTERS)}`;
    for (const text of ['', '.', 'CO', 'a b', 'ÄÖ', '${GDPR_CONSENT_1}', VERSION_1, cut, long]) {
      expect(decodeTcfString(text)).toBeUndefined();
    }
  });

  it('fails for no text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void decodeTcfString(text)));
    const base64url = fc.uint8Array({ max: 255, maxLength: 200 });
    fc.assert(
      fc.property(base64url, (bytes) => {
        decodeTcfString(`C${Buffer.from(bytes).toString('base64url')}`);
      }),
    );
  });
});

describe('allowsMeasurement', () => {
  it.each([
    ['purposes 1 and 7', ALL_PURPOSES, undefined, true],
    ['no purpose 7', THREE_PURPOSES, undefined, false],
    ['no purpose 1', NO_STORAGE, undefined, false],
    ['nothing', NOTHING_ALLOWED, undefined, false],
    ['the vendor', ALL_PURPOSES, 2, true],
    ['another vendor', ALL_PURPOSES, 3, false],
    ['a vendor whom the publisher forbids purpose 7', ALL_PURPOSES, 45, false],
    ['a vendor with a legitimate interest alone', ALL_PURPOSES, 6, false],
    ['a vendor who requires consent, and has it', ALL_PURPOSES, 69, true],
  ])('%s', (_name, text, vendorId, expected) => {
    expect(allowsMeasurement(decoded(text), vendorId)).toBe(expected);
  });

  it('finds a vendor within a range', () => {
    const purposes = new Set([1, 7]);
    const text = encode(purposes, { ids: [10, 20], asRange: true });
    expect([9, 10, 15, 20, 21].map((id) => allowsMeasurement(decoded(text), id))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    const restricted = encode(purposes, { ids: [10, 20], asRange: true }, { type: 0, vendor: 15 });
    expect(allowsMeasurement(decoded(restricted), 15)).toBe(false);
  });
});
