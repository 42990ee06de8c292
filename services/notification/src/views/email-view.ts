import { escapeHtml } from '@tributary/service';
import { type Content } from '../domain/notice.ts';
import { pageOf, type Sites } from '../domain/action-link.ts';
import { type EmailTexts } from '../domain/templates/email.ts';

/** An e-mail with the same content as text and as HTML. */
export interface EmailView {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The recipient of an e-mail, and what surrounds its notifications. */
export interface EmailFrame {
  /** Left out where the recipient may be somebody else than the user. */
  readonly name?: string | undefined;
  /** Where its links lead to. */
  readonly sites: Sites;
  /** Left out for e-mails that users cannot unsubscribe from. */
  readonly unsubscribeUrl?: string | undefined;
  readonly texts: EmailTexts;
}

const SUBJECT_LIMIT = 200;
/** Inline styles, because mail programs drop all others. */
const headIn = (language: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
  '<body style="margin:0;padding:24px 12px;background:#f2f4f8;color:#1d2433;font:16px/1.5 system-ui,sans-serif">' +
  '<div style="max-width:600px;margin:0 auto;padding:8px 24px;background:#fff;border-radius:8px">';

/** One notification as an e-mail. */
export function emailView(content: Content, frame: EmailFrame): EmailView {
  const { name, texts } = frame;
  const link = linkOf(content, frame);
  const text = [
    texts.hello(name),
    content.message,
    ...(link ? [`${link.label}: ${link.url}`] : []),
  ];
  const html = [
    paragraph(escapeHtml(texts.hello(name))),
    paragraph(escapeHtml(content.message)),
    ...(link ? [paragraph(button(link))] : []),
  ];
  return compose(content.title, { text, html }, frame);
}

/** Several notifications as one e-mail; `hasMore` where the others follow in another e-mail. */
export function digestView(
  contents: readonly Content[],
  frame: EmailFrame,
  hasMore = false,
): EmailView {
  const { name, texts } = frame;
  const listed = contents.map((content) => ({ ...content, link: linkOf(content, frame) }));
  const lines = listed.map(
    ({ title, message, link }) => `- ${title}: ${message}${link ? ` ${link.url}` : ''}`,
  );
  const items = listed.map(
    ({ title, message, link }) =>
      `<li><b>${escapeHtml(title)}</b>: ${escapeHtml(message)}${link ? ` ${anchor(link)}` : ''}</li>`,
  );
  const count = contents.length;
  const intro = hasMore ? texts.firstDigestIntro(count) : texts.digestIntro(count);
  const hello = texts.hello(name);
  const text = [hello, intro, lines.join('\n')];
  const html = [
    paragraph(escapeHtml(hello)),
    paragraph(escapeHtml(intro)),
    `<ul>${items.join('')}</ul>`,
  ];
  return compose(texts.digestTitle(count), { text, html }, frame);
}

interface Bodies {
  readonly text: readonly string[];
  readonly html: readonly string[];
}

function compose(title: string, { text, html }: Bodies, frame: EmailFrame): EmailView {
  const { unsubscribeUrl: url, texts } = frame;
  const { language, footer, unsubscribe } = texts;
  const stop = url === undefined ? [] : [`${unsubscribe}: ${url}`];
  const link = url === undefined ? '' : `<br>${anchor({ url, label: unsubscribe })}`;
  return {
    // A line break in a subject would start another header.
    subject: title.replaceAll(/[\r\n]+/g, ' ').slice(0, SUBJECT_LIMIT),
    text: `${[...text, '--', footer, ...stop].join('\n\n')}\n`,
    html: `${headIn(language)}<h1 style="font-size:20px">${escapeHtml(title)}</h1>${html.join('')}<hr><p><small>${escapeHtml(footer)}${link}</small></p></div></body></html>`,
  };
}

const anchor = ({ url, label }: { url: string; label: string }): string =>
  `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

/** An anchor that looks like a button, because mail programs run no scripts. */
const button = ({ url, label }: { url: string; label: string }): string =>
  '<a style="display:inline-block;padding:10px 18px;background:#1f4fd8;color:#fff;border-radius:6px;text-decoration:none"' +
  ` href="${escapeHtml(url)}">${escapeHtml(label)}</a>`;

const paragraph = (inner: string): string => `<p>${inner}</p>`;

function linkOf(
  content: Content,
  { sites, texts }: EmailFrame,
): { url: string; label: string } | undefined {
  const url = pageOf(content.actionUrl ?? null, sites);
  return url === null ? undefined : { url, label: content.actionLabel ?? texts.open };
}
