/**
 * `node services/tracking/src/cli/pack-countries.ts <ipv4.csv> <ipv6.csv> <YYYY-MM-DD> <out>`: writes the
 * table of assets/countries.bin.gz from the published ranges (start,end,country; see assets/README.md).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { addressKeyOf, type CountryStart, packCountries } from '../domain/country-table.ts';

/** Converts ranges to starts: a gap gets a start without a country, adjacent ranges of a country merge. */
function startsOf<Key extends number | bigint>(
  csv: string,
  keyOf: (text: string) => Key,
  after: (key: Key) => Key,
): CountryStart<Key>[] {
  const starts: CountryStart<Key>[] = [];
  const add = (start: Key, country: string): void => {
    const last = starts.at(-1);
    if (last?.country === country) return;
    // Two ranges below the table's resolution: the later one counts.
    if (last?.start === start) starts.pop();
    starts.push({ start, country });
  };
  let expected: Key | undefined;
  for (const line of csv.split('\n')) {
    const [from, to, country] = line.trim().split(',');
    if (from === undefined || to === undefined || country === undefined) continue;
    const start = keyOf(from);
    if (expected !== undefined && start > expected) add(expected, '');
    add(start, country);
    expected = after(keyOf(to));
  }
  if (expected !== undefined) add(expected, '');
  return starts;
}

function keyIn(kind: 'v4' | 'v6', text: string): number | bigint {
  const address = addressKeyOf(text);
  if (address?.kind !== kind) throw new Error(`${text} is no ${kind} address`);
  return address.key;
}

const [v4File, v6File, date, out] = process.argv.slice(2);
if (v4File === undefined || v6File === undefined || date === undefined || out === undefined) {
  process.stderr.write('pack-countries <ipv4.csv> <ipv6.csv> <YYYY-MM-DD> <out>\n');
  process.exitCode = 2;
} else {
  const v4 = startsOf(
    readFileSync(v4File, 'utf8'),
    (text) => keyIn('v4', text) as number,
    (key) => key + 1,
  ).filter(({ start }) => start <= 0xffff_ffff);
  const v6 = startsOf(
    readFileSync(v6File, 'utf8'),
    (text) => keyIn('v6', text) as bigint,
    (key) => key + 1n,
  );
  const packed = packCountries({ date, v4, v6 });
  writeFileSync(out, gzipSync(packed, { level: 9 }));
  process.stdout.write(`${String(v4.length)} + ${String(v6.length)} starts\n`);
}
