import { AppError, type FieldIssue, invalid } from '@tributary/errors';
import { KIB, MIB } from '@tributary/units';
import { parseImage } from './image.ts';

export const creativeKinds = ['image', 'html', 'text'] as const;
export type CreativeKind = (typeof creativeKinds)[number];
export const creativeFormats = ['png', 'jpg', 'gif', 'html', 'text'] as const;
export type CreativeFormat = (typeof creativeFormats)[number];

/** Advertising material for affiliates: a banner, a snippet of HTML, a text. */
export interface Creative {
  readonly id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly name: string;
  readonly kind: CreativeKind;
  readonly format: CreativeFormat;
  readonly sizeBytes: number;
  /** Pixels; null where the creative is no image. */
  readonly width: number | null;
  readonly height: number | null;
  /** SHA-256 of the bytes, hex. */
  readonly digest: string;
  readonly createdAt: Date;
}

/** The stored form of a valid file. */
export interface CheckedFile {
  readonly format: CreativeFormat;
  readonly bytes: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
}

/** Maximum bytes of each kind. */
export const MAX_BYTES: Readonly<Record<CreativeKind, number>> = {
  image: 5 * MIB,
  html: 200 * KIB,
  text: 10 * KIB,
};
/** A small file may decode to an image that fills a reader's memory. */
const MAX_SIDE = 10_000;
const MAX_PIXELS = 25_000_000;
export const CREATIVES_PER_CAMPAIGN = 200;

const invalidFile = (code: string, message: string): AppError => {
  const fields: FieldIssue[] = [{ path: 'file', message }];
  return invalid(code, { message, fields });
};

function checkedImage(bytes: Uint8Array): CheckedFile {
  const image = parseImage(bytes);
  if (image === undefined) {
    throw invalidFile('unsupported_creative', 'The file is no whole PNG, JPG or GIF image');
  }
  const { format, width, height } = image;
  const isDrawable = Math.min(width, height) > 0 && Math.max(width, height) <= MAX_SIDE;
  if (!isDrawable || width * height > MAX_PIXELS) {
    throw invalidFile(
      'creative_too_large',
      'An image is at most 10,000 pixels wide and high, and has at most 25 million pixels',
    );
  }
  return { format, bytes, width, height };
}

// Line ends and tabs are text; other control characters are not.
// eslint-disable-next-line no-control-regex
const NOT_TEXT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function textOf(bytes: Uint8Array): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidFile('unsupported_creative', 'The file is no text in UTF-8');
  }
  if (NOT_TEXT.test(text)) throw invalidFile('unsupported_creative', 'The file is no plain text');
  if (text.trim() === '') throw invalidFile('unsupported_creative', 'The file is empty');
  return text;
}

const textFile = (format: 'html' | 'text', text: string): CheckedFile => ({
  format,
  bytes: new TextEncoder().encode(text),
  width: null,
  height: null,
});

/** Returns HTML without active content, and the names of the active content that it found. */
export type SanitizeHtml = (html: string) => { html: string; active: readonly string[] };

/**
 * Checks a file by its bytes; its name and its declared type are ignored.
 * @throws invalid `unsupported_creative`, `creative_has_script`; `creative_too_large` (413)
 */
export function checkFile(
  kind: CreativeKind,
  bytes: Uint8Array,
  sanitize: SanitizeHtml,
): CheckedFile {
  if (bytes.length > MAX_BYTES[kind]) {
    throw new AppError('invalid', 'creative_too_large', {
      httpStatus: 413,
      message: `A creative of kind ${kind} has at most ${String(MAX_BYTES[kind])} bytes`,
    });
  }
  if (kind === 'image') return checkedImage(bytes);
  const text = textOf(bytes);
  if (kind === 'text') return textFile('text', text);
  const { html, active } = sanitize(text);
  if (active.length > 0) {
    throw invalidFile(
      'creative_has_script',
      `A creative must not contain active content: ${active.join(', ')}`,
    );
  }
  if (html.trim() === '')
    throw invalidFile('unsupported_creative', 'Nothing of the HTML can be shown');
  return textFile('html', html);
}

export const contentTypes: Readonly<Record<CreativeFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};
