import { deflateSync } from 'node:zlib';

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crcOf = (bytes: Buffer): number =>
  (bytes.reduce((crc, byte) => (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8), 0xffffffff) ^
    -1) >>>
  0;

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(crcOf(body));
  return Buffer.concat([head, body, tail]);
}

/** A complete grey PNG with the given size in its header. */
export function aPng(width = 2, height = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = Buffer.alloc((Math.min(width, 64) + 1) * Math.min(height, 64));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The smallest GIF: one transparent pixel. */
export const aGif = (): Buffer =>
  Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** A JPG of 3 by 2 pixels with arbitrary image data. */
export const aJpg = (): Buffer =>
  Buffer.from(
    'ffd8ffe000104a46494600010100000100010000ffc00011080002000303012200021101031101ffda000c03010002110311003f00d2cf20ffd9',
    'hex',
  );

/** The beginning and the end of a zip file, as parsers see a zip bomb. */
export const aZip = (): Buffer =>
  Buffer.concat([
    Buffer.from('504b0304140000000800', 'hex'),
    Buffer.alloc(2_000),
    Buffer.from('504b0506', 'hex'),
  ]);
