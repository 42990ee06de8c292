import type { EmailMessage, Inbox, PushMessage, SmsMessage } from './inbox.ts';

const MAX_SHOWN = 100;
const MAX_TEXT_SHOWN = 4000;

const STYLE = `
  body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2433; }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
  article { border: 1px solid #d8dde6; border-radius: 6px; padding: .7rem 1rem; margin: .6rem 0 }
  article p { margin: 0 0 .3rem } .meta { color: #5b6577; font-size: .85rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .4rem 0 0; font: inherit }
`;

/** All three inboxes on one page, newest first, everything received shown as text. */
export function inboxPage({ email, sms, push }: Inbox): string {
  const sections = [
    section('E-mail', email.newestFirst(), email.total(), emailArticle),
    section('SMS', sms.newestFirst(), sms.total(), smsArticle),
    section('Push', push.newestFirst(), push.total(), pushArticle),
  ];
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sandbox inbox</title><style>${STYLE}</style></head>
<body><h1>Sandbox inbox</h1>${sections.join('')}</body></html>`;
}

function section<Message>(
  title: string,
  messages: readonly Message[],
  total: number,
  article: (message: Message) => string,
): string {
  const shown = messages.slice(0, MAX_SHOWN).map(article).join('');
  const heading = `<h2>${title} (${String(total)})</h2>`;
  return `<section>${heading}${shown || '<p class="meta">Nothing yet.</p>'}</section>`;
}

function emailArticle(message: EmailMessage): string {
  const link =
    message.html === null ? '' : ` · <a href="/inbox/email/${escape(message.id)}/html">HTML</a>`;
  const meta = `${message.received_at} · from ${message.from} · to ${message.to.join(', ')}`;
  return article(message.subject, `${escape(meta)}${link}`, message.text);
}

function smsArticle(message: SmsMessage): string {
  return article(message.to, escape(message.received_at), message.text);
}

function pushArticle(message: PushMessage): string {
  const headers = Object.entries(message.headers).map(([name, value]) => `${name}: ${value}`);
  return article(message.subscription, escape(message.received_at), headers.join('\n'));
}

function article(title: string, metaHtml: string, text: string): string {
  const body = escape(text.slice(0, MAX_TEXT_SHOWN));
  const head = `<p><strong>${escape(title)}</strong></p><p class="meta">${metaHtml}</p>`;
  return `<article>${head}<pre>${body}</pre></article>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
