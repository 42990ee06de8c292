import { type Content } from './notice.ts';

/** An e-mail's parts; both bodies say the same. */
export interface Email {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Addressee {
  readonly name: string;
  /** Where the links of a message lead, without a trailing slash. */
  readonly publicUrl: string;
}

const SUBJECT_LIMIT = 200;
const FOOTER = 'You get this because of your notification settings at Tributary.';

/** One notification as an e-mail. */
export function emailOf(content: Content, { name, publicUrl }: Addressee): Email {
  const link = linkOf(content, publicUrl);
  const text = [`Hello ${name},`, content.message, ...(link ? [`${link.label}: ${link.url}`] : [])];
  const html = [
    paragraph(`Hello ${escapeHtml(name)},`),
    paragraph(escapeHtml(content.message)),
    ...(link ? [paragraph(`<a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`)] : []),
  ];
  return composed(content.title, text, html);
}

/** Several notifications as one e-mail. */
export function digestOf(contents: readonly Content[], { name }: Addressee): Email {
  const count = `${String(contents.length)} ${contents.length === 1 ? 'update' : 'updates'}`;
  const lines = contents.map(({ title, message }) => `- ${title}: ${message}`);
  const items = contents.map(
    ({ title, message }) => `<li><b>${escapeHtml(title)}</b>: ${escapeHtml(message)}</li>`,
  );
  return composed(
    `Your digest: ${count}`,
    [`Hello ${name},`, `since the last digest there were ${count}:`, lines.join('\n')],
    [
      paragraph(`Hello ${escapeHtml(name)},`),
      paragraph(`since the last digest there were ${count}:`),
      `<ul>${items.join('')}</ul>`,
    ],
  );
}

const composed = (title: string, text: readonly string[], html: readonly string[]): Email => ({
  // A line break in a subject would begin another header.
  subject: title.replaceAll(/[\r\n]+/g, ' ').slice(0, SUBJECT_LIMIT),
  text: `${[...text, '--', FOOTER].join('\n\n')}\n`,
  html: `<!doctype html><html lang="en"><body>${html.join('')}<hr><p><small>${FOOTER}</small></p></body></html>`,
});

const paragraph = (inner: string): string => `<p>${inner}</p>`;

function linkOf(content: Content, publicUrl: string): { url: string; label: string } | undefined {
  const { actionUrl, actionLabel } = content;
  if (actionUrl === undefined || actionUrl === null) return undefined;
  const url = actionUrl.startsWith('/') ? `${publicUrl}${actionUrl}` : actionUrl;
  return { url, label: actionLabel ?? 'Open' };
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
