import { type Language } from '@tributary/contracts';
import { escapeHtml } from './escape-html.ts';

/** A paragraph of a page, escaped. */
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** The UTC day of an instant in a language: `May 31, 2026`, `31. Mai 2026`, `31 de mayo de 2026`. */
export const longDay = (instant: Date, language: Language): string =>
  instant.toLocaleDateString(language, { dateStyle: 'long', timeZone: 'UTC' });

interface Page {
  readonly language: Language;
  readonly title: string;
  /** HTML. */
  readonly body: string;
  readonly widthEm?: number;
}

/** A small page behind a mailed link. */
export const htmlPage = ({ language, title, body, widthEm = 36 }: Page): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="font-family:sans-serif;max-width:${String(widthEm)}em;margin:4em auto;padding:0 1em"><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
