import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { writeCityFile } from '../testing/city-file.ts';
import { addressKeyOf, openCountryTable, packCountries } from '../domain/country-table.ts';
import { openPlaces } from './geo-location.ts';

const COUNTRY_FILE = path.resolve('services/tracking/assets/countries.bin.gz');

describe('the country table', () => {
  it('finds for any address the country of the last start before it', () => {
    const country = fc.constantFrom('', 'DE', 'FR', 'US');
    const starts = fc.uniqueArray(fc.record({ start: fc.nat(2 ** 32 - 1), country }), {
      selector: ({ start }) => start,
    });
    fc.assert(
      fc.property(starts, fc.nat(2 ** 32 - 1), (unordered, asked) => {
        const v4 = unordered.sort((a, b) => a.start - b.start);
        const v6 = v4.map(({ start, country: there }) => ({
          start: BigInt(start) << 31n,
          country: there,
        }));
        const table = openCountryTable(packCountries({ date: '2026-06-17', v4, v6 }));
        const expected = v4.findLast(({ start }) => start <= asked)?.country;
        const found = expected === undefined || expected === '' ? undefined : expected;
        expect(table.date).toBe('2026-06-17');
        expect(table.find({ kind: 'v4', key: asked })).toBe(found);
        expect(table.find({ kind: 'v6', key: BigInt(asked) << 31n })).toBe(found);
      }),
    );
  });

  it('takes an address in any notation for what it is, and nothing else for one', () => {
    expect(addressKeyOf('1.2.3.4')).toEqual({ kind: 'v4', key: 0x01020304 });
    expect(addressKeyOf('255.255.255.255')).toEqual({ kind: 'v4', key: 0xffffffff });
    expect(addressKeyOf('::ffff:1.2.3.4')).toEqual({ kind: 'v4', key: 0x01020304 });
    expect(addressKeyOf('2001:db8::1')).toEqual({ kind: 'v6', key: 0x20010db800000000n });
    for (const text of ['', 'x', '1.2.3.4.5', '300.1.1.1']) {
      expect(addressKeyOf(text)).toBeUndefined();
    }
  });
});

describe('places', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-places-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('knows countries by the table that comes with the service', () => {
    const find = openPlaces({ countryFile: COUNTRY_FILE, cityFile: undefined });
    const countryOf = (ip: string) => find(ip).country;
    expect(countryOf('8.8.8.8')).toBe('US');
    expect(countryOf('193.0.6.139')).toBe('NL');
    expect(countryOf('::ffff:193.0.6.139')).toBe('NL');
    expect(countryOf('2001:67c:2e8:22::c100:68b')).toBe('NL');
    for (const ip of ['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', '', 'unknown']) {
      expect(find(ip)).toEqual({ country: null, region: null, city: null });
    }
  });

  it('knows cities by the operator’s file, and countries beyond it by the table', async () => {
    const cityFile = path.join(folder, 'city.mmdb');
    await writeCityFile(cityFile, 193, { country: 'DE', region: 'BE', city: 'Berlin' });
    const find = openPlaces({ countryFile: COUNTRY_FILE, cityFile });
    expect(find('193.0.6.139')).toEqual({ country: 'DE', region: 'BE', city: 'Berlin' });
    expect(find('8.8.8.8')).toEqual({ country: 'US', region: null, city: null });
  });

  it('refuses a file that is none at start, not at the first click', async () => {
    const broken = path.join(folder, 'broken');
    await writeFile(broken, 'nothing');
    expect(() => openPlaces({ countryFile: broken, cityFile: undefined })).toThrow();
    expect(() => openPlaces({ countryFile: undefined, cityFile: broken })).toThrow();
    expect(openPlaces({ countryFile: undefined, cityFile: undefined })('8.8.8.8').country).toBe(
      null,
    );
  });
});
