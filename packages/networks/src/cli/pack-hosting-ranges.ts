/**
 * `npm run tool -- pack-hosting-ranges <asn-ipv4.csv> <asn-ipv6.csv> <YYYY-MM-DD>`: builds
 * assets/hosting-ranges.txt.gz from published ranges (start,end,system,name) and hosting-systems.txt. Fails when
 * the name of a system differs from that list, because numbers change owners. See assets/README.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import ipaddr from 'ipaddr.js';

const assets = new URL('../../assets/', import.meta.url);
const BITS = { ipv4: 32, ipv6: 128 } as const;

interface System {
  readonly network: string;
  readonly name: string;
}

interface Span {
  readonly first: bigint;
  last: bigint;
  readonly network: string;
}

const readSystems = (): Map<string, System> =>
  new Map(
    readFileSync(new URL('hosting-systems.txt', assets), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, number, network, name] = /^(\d+) (datacenter|vpn) (.+)$/.exec(line) ?? [];
        if (number === undefined || network === undefined || name === undefined) return [];
        return [[number, { network, name }] as const];
      }),
  );

/** CSV quotes names with commas, and doubles quotes inside. */
const unquoted = (text: string): string =>
  text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text;

const numberOf = (text: string): bigint =>
  ipaddr
    .parse(text)
    .toByteArray()
    .reduce((number, byte) => (number << 8n) | BigInt(byte), 0n);

/** A row of the published files; undefined for other lines. */
function rowOf(line: string) {
  const [, from, to, number, name] = /^([^,]+),([^,]+),(\d+),(.*)$/.exec(line.trim()) ?? [];
  if (from === undefined || to === undefined || number === undefined) return undefined;
  return { first: numberOf(from), last: numberOf(to), number, name: unquoted(name ?? '') };
}

/** The spans of these systems; adjacent spans are joined. */
function spansOf(csv: string, systems: ReadonlyMap<string, System>, seen: Set<string>): Span[] {
  const spans: Span[] = [];
  for (const line of csv.split('\n')) {
    const row = rowOf(line);
    const system = systems.get(row?.number ?? '');
    if (row === undefined || system === undefined) continue;
    const { first, last, number, name } = row;
    if (system.name !== name) {
      throw new Error(`AS${number} is now "${name}" and was "${system.name}"`);
    }
    seen.add(number);
    const before = spans.at(-1);
    if (before?.network === system.network && before.last + 1n === first) before.last = last;
    else spans.push({ first, last, network: system.network });
  }
  return spans;
}

const bytesOf = (number: bigint, bits: number): number[] =>
  Array.from({ length: bits / 8 }, (_, index) =>
    Number((number >> BigInt(bits - 8 * (index + 1))) & 0xffn),
  );

/** The fewest CIDRs that cover exactly the span. */
function linesOf({ first, last, network }: Span, kind: keyof typeof BITS): string[] {
  const bits = BITS[kind];
  const lines: string[] = [];
  let start = first;
  while (start <= last) {
    let length = bits;
    while (length > 0) {
      const size = 1n << BigInt(bits - length + 1);
      if (start % size !== 0n || start + size - 1n > last) break;
      length -= 1;
    }
    lines.push(
      `${ipaddr.fromByteArray(bytesOf(start, bits)).toString()}/${String(length)} ${network}`,
    );
    start += 1n << BigInt(bits - length);
  }
  return lines;
}

const [v4File, v6File, date] = process.argv.slice(2);
if (v4File === undefined || v6File === undefined || date === undefined) {
  process.stderr.write('pack-hosting-ranges <asn-ipv4.csv> <asn-ipv6.csv> <YYYY-MM-DD>\n');
  process.exitCode = 2;
} else {
  const systems = readSystems();
  const seen = new Set<string>();
  const lines = (
    [
      ['ipv4', v4File],
      ['ipv6', v6File],
    ] as const
  ).flatMap(([kind, file]) =>
    spansOf(readFileSync(file, 'utf8'), systems, seen).flatMap((span) => linesOf(span, kind)),
  );
  const missing = [...systems.keys()].filter((number) => !seen.has(number));
  if (missing.length > 0) throw new Error(`The data has no AS${missing.join(', AS')}`);
  const head = [
    `# Data centres and VPNs by autonomous system, ${date}. CC BY 4.0: routeviews.org, nro.net, DB-IP.com.`,
  ];
  const text = `${[...head, ...lines].join('\n')}\n`;
  writeFileSync(new URL('hosting-ranges.txt.gz', assets), gzipSync(text, { level: 9 }));
  process.stdout.write(`${String(lines.length)} ranges of ${String(seen.size)} systems\n`);
}
