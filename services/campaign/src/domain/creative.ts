import { AppError, type FieldIssue, invalid } from '@tributary/errors';
import { KIB, MIB } from '@tributary/units';
import { sniffImage } from './image.ts';

export const creativeKinds = ['image', 'html', 'text'] as const;
export type CreativeKind = (typeof creativeKinds)[number];
export const creativeFormats = ['png', 'jpg', 'gif', 'html', 'text'] as const;
export type CreativeFormat = (typeof creativeFormats)[number];

/** Something that affiliates show: a banner, a snippet of HTML, a text. */
export interface Creative {
  readonly id: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly name: string;
  readonly kind: CreativeKind;
  readonly format: CreativeFormat;
  readonly sizeBytes: number;
  /** Pixels; null of what is no image. */
  readonly width: number | null;
  readonly height: number | null;
  /** SHA-256 of the bytes, hex. */
  readonly digest: string;
  readonly createdAt: Date;
}

/** What is kept of a file, once it is found fit to be shown. */
export interface CheckedFile {
  readonly format: CreativeFormat;
  readonly bytes: Uint8Array;
  readonly width: number | null;
  readonly height: number | null;
}

/** Bytes; more is no banner. */
export const MAX_BYTES: Readonly<Record<CreativeKind, number>> = {
  image: 5 * MIB,
  html: 200 * KIB,
  text: 10 * KIB,
};
/** A few bytes may stand for an image that fills a reader's memory. */
const MAX_SIDE = 10_000;
const MAX_PIXELS = 25_000_000;
export const CREATIVES_PER_CAMPAIGN = 200;

const refusal = (code: string, message: string): AppError => {
  const fields: FieldIssue[] = [{ path: 'file', message }];
  return invalid(code, { message, fields });
};

function checkedImage(bytes: Uint8Array): CheckedFile {
  const facts = sniffImage(bytes);
  if (facts === undefined) {
    throw refusal('unsupported_creative', 'The file is no whole PNG, JPG or GIF image');
  }
  const { format, width, height } = facts;
  const isDrawable = Math.min(width, height) > 0 && Math.max(width, height) <= MAX_SIDE;
  if (!isDrawable || width * height > MAX_PIXELS) {
    throw refusal(
      'creative_too_large',
      'An image is at most 10,000 pixels wide and high, and 25 million in all',
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
    throw refusal('unsupported_creative', 'The file is no text in UTF-8');
  }
  if (NOT_TEXT.test(text)) throw refusal('unsupported_creative', 'The file is no plain text');
  if (text.trim() === '') throw refusal('unsupported_creative', 'The file is empty');
  return text;
}

const written = (format: 'html' | 'text', text: string): CheckedFile => ({
  format,
  bytes: new TextEncoder().encode(text),
  width: null,
  height: null,
});

/** HTML made harmless, or the names of what in it could run. */
export type SanitizeHtml = (html: string) => { html: string; active: readonly string[] };

/**
 * Judges a file by its bytes; neither its name nor its declared type counts.
 * @throws invalid `unsupported_creative`, `creative_has_script`; `creative_too_large` (413)
 */
export function checkedFile(
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
  if (kind === 'text') return written('text', text);
  const { html, active } = sanitize(text);
  if (active.length > 0) {
    throw refusal('creative_has_script', `Nothing in a creative may run: ${active.join(', ')}`);
  }
  if (html.trim() === '') throw refusal('unsupported_creative', 'Nothing of the HTML can be shown');
  return written('html', html);
}

export const contentTypes: Readonly<Record<CreativeFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
};
