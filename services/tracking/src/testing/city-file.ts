import { writeFile } from 'node:fs/promises';

const mapOf = (...entries: readonly [string, Buffer][]): Buffer =>
  Buffer.concat([
    Buffer.from([0xe0 | entries.length]),
    ...entries.flatMap(([name, value]) => [text(name), value]),
  ]);
const text = (value: string): Buffer =>
  Buffer.concat([
    Buffer.from(value.length < 29 ? [0x40 | value.length] : [0x5d, value.length - 29]),
    Buffer.from(value),
  ]);
const uint = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return Buffer.concat([Buffer.from([0xc4]), bytes]);
};
/** An array with one item; types above 7 have a second byte. */
const listOf = (item: Buffer): Buffer => Buffer.concat([Buffer.from([0x01, 0x04]), item]);

/** Writes a MaxMind file with one place, for all IPv4 addresses that begin with `firstByte`. */
export async function writeCityFile(
  file: string,
  firstByte: number,
  place: { country: string; region: string; city: string },
): Promise<void> {
  const nodes = 8;
  const tree = Buffer.alloc(nodes * 6);
  for (let bit = 0; bit < nodes; bit += 1) {
    const isLast = bit === nodes - 1;
    // A pointer into the data is larger than the tree and its 16 separating bytes.
    const onward = isLast ? nodes + 16 : bit + 1;
    const isRight = ((firstByte >> (7 - bit)) & 1) === 1;
    tree.writeUIntBE(isRight ? nodes : onward, bit * 6, 3);
    tree.writeUIntBE(isRight ? onward : nodes, bit * 6 + 3, 3);
  }
  const data = mapOf(
    ['country', mapOf(['iso_code', text(place.country)])],
    ['subdivisions', listOf(mapOf(['iso_code', text(place.region)]))],
    ['city', mapOf(['names', mapOf(['en', text(place.city)])])],
  );
  const about = mapOf(
    ['binary_format_major_version', uint(2)],
    ['binary_format_minor_version', uint(0)],
    ['build_epoch', uint(0)],
    ['database_type', text('Test-City')],
    ['description', mapOf(['en', text('test')])],
    ['ip_version', uint(4)],
    ['languages', listOf(text('en'))],
    ['node_count', uint(nodes)],
    ['record_size', uint(24)],
  );
  const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  await writeFile(file, Buffer.concat([tree, Buffer.alloc(16), data, mark, about]));
}
