import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type CityResponse, Reader } from 'mmdb-lib';
import { type ClickRow } from '@tributary/contracts';
import { addressKeyOf, openCountryTable } from '../domain/country-table.ts';

/** The location of an IP address; null where unknown. */
export type Place = Pick<ClickRow, 'country' | 'region' | 'city'>;

export type FindPlace = (ip: string) => Place;

const UNKNOWN: Place = { country: null, region: null, city: null };

/**
 * The country file: beside the bundled program, where the build puts it (`assets.json`), else in this
 * service's folder. `mainUrl` is `import.meta.url` of the program.
 */
export function findCountryFile(mainUrl: string): string {
  const folder = path.dirname(fileURLToPath(mainUrl));
  const bundled = path.join(folder, 'assets', 'countries.bin.gz');
  return existsSync(bundled) ? bundled : path.join(folder, '..', 'assets', 'countries.bin.gz');
}

/** Finds region and city in the operator's MaxMind file. */
function openCityFile(file: string): FindPlace {
  const reader = new Reader<CityResponse>(readFileSync(file));
  return (ip) => {
    const found = reader.get(ip);
    if (found === null) return UNKNOWN;
    return {
      country: found.country?.iso_code ?? null,
      region: found.subdivisions?.[0]?.iso_code ?? null,
      city: found.city?.names.en ?? null,
    };
  };
}

/**
 * Opens the lookup of locations. The operator's city file comes first; the country table answers where the
 * city file has no entry. Throws where a file cannot be read, so that a wrong setting shows at start.
 */
export function openGeoLocation(files: {
  countryFile: string | undefined;
  cityFile: string | undefined;
}): FindPlace {
  const { countryFile, cityFile } = files;
  const table =
    countryFile === undefined ? undefined : openCountryTable(gunzipSync(readFileSync(countryFile)));
  const findCity = cityFile === undefined ? undefined : openCityFile(cityFile);
  return (ip) => {
    const address = addressKeyOf(ip);
    if (address === undefined) return UNKNOWN;
    const place = findCity?.(ip) ?? UNKNOWN;
    if (place.country !== null) return place;
    return { ...place, country: table?.find(address) ?? null };
  };
}
