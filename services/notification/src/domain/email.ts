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
  /** Left out where such e-mails cannot be stopped. */
  readonly unsubscribeUrl?: string | undefined;
}

const SUBJECT_LIMIT = 200;
/** Styles stand at the elements, because mail programs drop all others. */
const HEAD =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>' +
  '<body style="margin:0;padding:24px 12px;background:#f2f4f8;color:#1d2433;font:16px/1.5 system-ui,sans-serif">' +
  '<div style="max-width:600px;margin:0 auto;padding:8px 24px;background:#fff;border-radius:8px">';

const FOOTER = 'You get this because of your notification settings at Tributary.';

/** One notification as an e-mail. */
export function emailOf(content: Content, addressee: Addressee): Email {
  const { name, publicUrl, unsubscribeUrl } = addressee;
  const link = linkOf(content, publicUrl);
  const text = [`Hello ${name},`, content.message, ...(link ? [`${link.label}: ${link.url}`] : [])];
  const html = [
    paragraph(`Hello ${escapeHtml(name)},`),
    paragraph(escapeHtml(content.message)),
    ...(link ? [paragraph(anchor(link))] : []),
  ];
  return composed(content.title, { text, html, unsubscribeUrl });
}

/** Several notifications as one e-mail; `hasMore` where others follow in another one. */
export function digestOf(
  contents: readonly Content[],
  addressee: Addressee,
  hasMore = false,
): Email {
  const { name, publicUrl, unsubscribeUrl } = addressee;
  const count = `${String(contents.length)} ${contents.length === 1 ? 'update' : 'updates'}`;
  const listed = contents.map((content) => ({ ...content, link: linkOf(content, publicUrl) }));
  const lines = listed.map(
    ({ title, message, link }) => `- ${title}: ${message}${link ? ` ${link.url}` : ''}`,
  );
  const items = listed.map(
    ({ title, message, link }) =>
      `<li><b>${escapeHtml(title)}</b>: ${escapeHtml(message)}${link ? ` ${anchor(link)}` : ''}</li>`,
  );
  const intro = hasMore
    ? `these are the first ${count} since the last digest; the others follow in another e-mail:`
    : `since the last digest there ${contents.length === 1 ? 'was' : 'were'} ${count}:`;
  return composed(`Your digest: ${count}`, {
    text: [`Hello ${name},`, intro, lines.join('\n')],
    html: [paragraph(`Hello ${escapeHtml(name)},`), paragraph(intro), `<ul>${items.join('')}</ul>`],
    unsubscribeUrl,
  });
}

interface Bodies {
  readonly text: readonly string[];
  readonly html: readonly string[];
  readonly unsubscribeUrl: string | undefined;
}

function composed(title: string, { text, html, unsubscribeUrl: url }: Bodies): Email {
  const stop = url === undefined ? [] : [`No more of these e-mails: ${url}`];
  const link =
    url === undefined ? '' : `<br><a href="${escapeHtml(url)}">No more of these e-mails</a>`;
  return {
    // A line break in a subject would begin another header.
    subject: title.replaceAll(/[\r\n]+/g, ' ').slice(0, SUBJECT_LIMIT),
    text: `${[...text, '--', FOOTER, ...stop].join('\n\n')}\n`,
    html: `${HEAD}<h1 style="font-size:20px">${escapeHtml(title)}</h1>${html.join('')}<hr><p><small>${FOOTER}${link}</small></p></div></body></html>`,
  };
}

const anchor = ({ url, label }: { url: string; label: string }): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

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
