import { type Content } from '../domain/notice.ts';
import { type EmailWords } from '../domain/templates/email-words.ts';

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
  readonly words: EmailWords;
}

const SUBJECT_LIMIT = 200;
/** Styles stand at the elements, because mail programs drop all others. */
const headIn = (language: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
  '<body style="margin:0;padding:24px 12px;background:#f2f4f8;color:#1d2433;font:16px/1.5 system-ui,sans-serif">' +
  '<div style="max-width:600px;margin:0 auto;padding:8px 24px;background:#fff;border-radius:8px">';

/** One notification as an e-mail. */
export function emailOf(content: Content, addressee: Addressee): Email {
  const { name, words } = addressee;
  const link = linkOf(content, addressee);
  const text = [
    words.hello(name),
    content.message,
    ...(link ? [`${link.label}: ${link.url}`] : []),
  ];
  const html = [
    paragraph(escapeHtml(words.hello(name))),
    paragraph(escapeHtml(content.message)),
    ...(link ? [paragraph(anchor(link))] : []),
  ];
  return composed(content.title, { text, html }, addressee);
}

/** Several notifications as one e-mail; `hasMore` where others follow in another one. */
export function digestOf(
  contents: readonly Content[],
  addressee: Addressee,
  hasMore = false,
): Email {
  const { name, words } = addressee;
  const updates = words.updates(contents.length);
  const listed = contents.map((content) => ({ ...content, link: linkOf(content, addressee) }));
  const lines = listed.map(
    ({ title, message, link }) => `- ${title}: ${message}${link ? ` ${link.url}` : ''}`,
  );
  const items = listed.map(
    ({ title, message, link }) =>
      `<li><b>${escapeHtml(title)}</b>: ${escapeHtml(message)}${link ? ` ${anchor(link)}` : ''}</li>`,
  );
  const intro = hasMore
    ? words.firstDigestIntro(updates)
    : words.digestIntro(contents.length, updates);
  const hello = words.hello(name);
  const text = [hello, intro, lines.join('\n')];
  const html = [
    paragraph(escapeHtml(hello)),
    paragraph(escapeHtml(intro)),
    `<ul>${items.join('')}</ul>`,
  ];
  return composed(words.digestTitle(updates), { text, html }, addressee);
}

interface Bodies {
  readonly text: readonly string[];
  readonly html: readonly string[];
}

function composed(title: string, { text, html }: Bodies, addressee: Addressee): Email {
  const { unsubscribeUrl: url, words } = addressee;
  const { language, footer, unsubscribe } = words;
  const stop = url === undefined ? [] : [`${unsubscribe}: ${url}`];
  const link = url === undefined ? '' : `<br>${anchor({ url, label: unsubscribe })}`;
  return {
    // A line break in a subject would begin another header.
    subject: title.replaceAll(/[\r\n]+/g, ' ').slice(0, SUBJECT_LIMIT),
    text: `${[...text, '--', footer, ...stop].join('\n\n')}\n`,
    html: `${headIn(language)}<h1 style="font-size:20px">${escapeHtml(title)}</h1>${html.join('')}<hr><p><small>${escapeHtml(footer)}${link}</small></p></div></body></html>`,
  };
}

const anchor = ({ url, label }: { url: string; label: string }): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const paragraph = (inner: string): string => `<p>${inner}</p>`;

function linkOf(
  content: Content,
  { publicUrl, words }: Addressee,
): { url: string; label: string } | undefined {
  const { actionUrl, actionLabel } = content;
  if (actionUrl === undefined || actionUrl === null) return undefined;
  const url = actionUrl.startsWith('/') ? `${publicUrl}${actionUrl}` : actionUrl;
  return { url, label: actionLabel ?? words.open };
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
