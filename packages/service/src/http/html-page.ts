import { escapeHtml } from './escape-html.ts';

/** A paragraph of a page, escaped. */
export const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** A small page behind a mailed link. `body` is HTML, at most `widthEm` wide. */
export const htmlPage = (title: string, body: string, widthEm = 36): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="font-family:sans-serif;max-width:${String(widthEm)}em;margin:4em auto;padding:0 1em"><h1>${escapeHtml(title)}</h1>${body}</body></html>`;
