/** Format and size of an image. */
export interface ImageInfo {
  readonly format: 'png' | 'jpg' | 'gif';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_OVERHEAD = 12;

const startsWith = (bytes: Uint8Array, signature: readonly number[]): boolean =>
  bytes.length >= signature.length && signature.every((byte, at) => bytes[at] === byte);

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

const chunkName = (view: DataView, at: number): string =>
  String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));

/** Reads all chunks; the last one must end the file, so that no data is appended. */
function pngOf(bytes: Uint8Array): ImageInfo | undefined {
  const view = viewOf(bytes);
  let at = PNG_SIGNATURE.length;
  if (bytes.length < at + PNG_OVERHEAD + 13 || chunkName(view, at) !== 'IHDR') return undefined;
  const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
  let isDrawn = false;
  while (at + PNG_OVERHEAD <= bytes.length) {
    const next = at + PNG_OVERHEAD + view.getUint32(at);
    const name = chunkName(view, at);
    if (name === 'IEND') {
      return next === bytes.length && isDrawn ? { format: 'png', width, height } : undefined;
    }
    isDrawn ||= name === 'IDAT';
    at = next;
  }
  return undefined;
}

const GIF_HEAD = 13;
const GIF_EXTENSION = 0x21;
const GIF_FRAME = 0x2c;
const GIF_FRAME_HEAD = 10;
const GIF_TRAILER = 0x3b;

/** The length of a colour table, from the packed field before it. */
const tableBytes = (packed: number): number =>
  (packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1);

/** The end of a series of blocks, each with its length first; an empty block ends the series. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) at += 1 + size;
  return at + 1;
}

/** Its size is that of its largest frame, because readers may ignore the size in the header. */
function gifOf(bytes: Uint8Array): ImageInfo | undefined {
  if (bytes.length < GIF_HEAD) return undefined;
  const view = viewOf(bytes);
  let [width, height] = [view.getUint16(6, true), view.getUint16(8, true)];
  let isDrawn = false;
  let at = GIF_HEAD + tableBytes(view.getUint8(10));
  while (at + GIF_FRAME_HEAD < bytes.length && bytes[at] !== GIF_TRAILER) {
    if (bytes[at] === GIF_FRAME) {
      width = Math.max(width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true));
      height = Math.max(height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true));
      isDrawn = true;
      const table = tableBytes(view.getUint8(at + 9));
      at = endOfBlocks(bytes, at + GIF_FRAME_HEAD + table + 1);
    } else if (bytes[at] === GIF_EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
    } else return undefined;
  }
  const isWhole = at === bytes.length - 1 && bytes[at] === GIF_TRAILER;
  return isWhole && isDrawn ? { format: 'gif', width, height } : undefined;
}

/** Start-of-frame markers; C4, C8 and CC in this range have other meanings. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const JPG_SCAN = 0xda;
const JPG_START = 0xd8;
const JPG_END = 0xd9;

/** In a scan, FF 00 is image data and FF D0 to FF D7 are restart markers. */
const isScanData = (next: number | undefined): boolean =>
  next === 0x00 || (next !== undefined && next >= 0xd0 && next <= 0xd7);

function endOfScan(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at !== -1 && isScanData(bytes[at + 1])) at = bytes.indexOf(0xff, at + 2);
  return at === -1 ? bytes.length : at;
}

/** The size in a start-of-frame segment; zeros for any other segment. */
const frameSize = (view: DataView, at: number): readonly [width: number, height: number] =>
  at + 9 < view.byteLength && isFrame(view.getUint8(at + 1))
    ? [view.getUint16(at + 7), view.getUint16(at + 5)]
    : [0, 0];

/** A JPG's markers in order, each with its position, up to the end marker. */
function* markersOf(bytes: Uint8Array, view: DataView): Generator<{ marker: number; at: number }> {
  let at = 2;
  while (at + 1 < bytes.length && bytes[at] === 0xff) {
    const marker = view.getUint8(at + 1);
    yield { marker, at };
    if (marker === JPG_END || at + 3 >= bytes.length) return;
    // Between segments, additional FF bytes are padding.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
    if (marker === JPG_SCAN) at = endOfScan(bytes, at);
  }
}

/** The end marker must end the file, so that no data is appended. */
function jpgOf(bytes: Uint8Array): ImageInfo | undefined {
  const view = viewOf(bytes);
  let [width, height, isDrawn] = [0, 0, false];
  for (const { marker, at } of markersOf(bytes, view)) {
    if (marker === JPG_START) return undefined;
    if (marker === JPG_END) {
      const isWhole = at === bytes.length - 2;
      return isWhole && isDrawn ? { format: 'jpg', width, height } : undefined;
    }
    const [frameWidth, frameHeight] = frameSize(view, at);
    [width, height] = [Math.max(width, frameWidth), Math.max(height, frameHeight)];
    isDrawn ||= marker === JPG_SCAN;
  }
  return undefined;
}

/** The image in these bytes; undefined where they are no complete PNG, GIF or JPG. */
export function parseImage(bytes: Uint8Array): ImageInfo | undefined {
  if (startsWith(bytes, PNG_SIGNATURE)) return pngOf(bytes);
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && [0x37, 0x39].includes(bytes[4] ?? 0)) {
    return bytes[5] === 0x61 ? gifOf(bytes) : undefined;
  }
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? jpgOf(bytes) : undefined;
}
