/** What an image says of itself in its first bytes. */
export interface ImageFacts {
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

/** Walks the chunks to the last one, which must be the file's end: nothing may hide behind it. */
function pngOf(bytes: Uint8Array): ImageFacts | undefined {
  const view = viewOf(bytes);
  let at = PNG_SIGNATURE.length;
  if (bytes.length < at + PNG_OVERHEAD + 13 || chunkName(view, at) !== 'IHDR') return undefined;
  const [width, height] = [view.getUint32(at + 8), view.getUint32(at + 12)];
  while (at + PNG_OVERHEAD <= bytes.length) {
    const next = at + PNG_OVERHEAD + view.getUint32(at);
    if (chunkName(view, at) === 'IEND') {
      return next === bytes.length ? { format: 'png', width, height } : undefined;
    }
    at = next;
  }
  return undefined;
}

const GIF_TRAILER = 0x3b;

function gifOf(bytes: Uint8Array): ImageFacts | undefined {
  if (bytes.length < 14 || bytes.at(-1) !== GIF_TRAILER) return undefined;
  const view = viewOf(bytes);
  return { format: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

/** Start-of-frame markers; C4, C8 and CC in their midst mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpgOf(bytes: Uint8Array): ImageFacts | undefined {
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 < bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) {
      return { format: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The kind of image that these bytes are, whatever their name says; undefined where they are none. */
export function sniffImage(bytes: Uint8Array): ImageFacts | undefined {
  if (startsWith(bytes, PNG_SIGNATURE)) return pngOf(bytes);
  if (startsWith(bytes, [0x47, 0x49, 0x46, 0x38]) && [0x37, 0x39].includes(bytes[4] ?? 0)) {
    return bytes[5] === 0x61 ? gifOf(bytes) : undefined;
  }
  return startsWith(bytes, [0xff, 0xd8, 0xff]) ? jpgOf(bytes) : undefined;
}
