import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { writeCityFile } from '../testing/city-file.ts';
import { openGeoLocation } from './geo-location.ts';

const COUNTRY_FILE = path.resolve('services/tracking/assets/countries.bin.gz');

describe('openGeoLocation', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'tributary-places-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('finds countries in the bundled table', () => {
    const find = openGeoLocation({ countryFile: COUNTRY_FILE, cityFile: undefined });
    const countryOf = (ip: string) => find(ip).country;
    expect(countryOf('8.8.8.8')).toBe('US');
    expect(countryOf('193.0.6.139')).toBe('NL');
    expect(countryOf('::ffff:193.0.6.139')).toBe('NL');
    expect(countryOf('2001:67c:2e8:22::c100:68b')).toBe('NL');
    for (const ip of ['127.0.0.1', '10.1.2.3', '::1', 'fe80::1', '', 'unknown']) {
      expect(find(ip)).toEqual({ country: null, region: null, city: null });
    }
  });

  it('finds cities in the operator’s file, and other countries in the table', async () => {
    const cityFile = path.join(folder, 'city.mmdb');
    await writeCityFile(cityFile, 193, { country: 'DE', region: 'BE', city: 'Berlin' });
    const find = openGeoLocation({ countryFile: COUNTRY_FILE, cityFile });
    expect(find('193.0.6.139')).toEqual({ country: 'DE', region: 'BE', city: 'Berlin' });
    expect(find('8.8.8.8')).toEqual({ country: 'US', region: null, city: null });
  });

  it('refuses a malformed file at start, not at the first click', async () => {
    const broken = path.join(folder, 'broken');
    await writeFile(broken, 'nothing');
    expect(() => openGeoLocation({ countryFile: broken, cityFile: undefined })).toThrow();
    expect(() => openGeoLocation({ countryFile: undefined, cityFile: broken })).toThrow();
    expect(
      openGeoLocation({ countryFile: undefined, cityFile: undefined })('8.8.8.8').country,
    ).toBe(null);
  });
});
