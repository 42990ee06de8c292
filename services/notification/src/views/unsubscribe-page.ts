import { type Reply, reply } from '@tributary/service';
import { type UnsubscribeTexts } from '../domain/templates/unsubscribe.ts';

const page = ({ language, title }: UnsubscribeTexts, content: string): Reply =>
  reply(200, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body style="font-family:sans-serif;max-width:32em;margin:4em auto;padding:0 1em"><h1>${title}</h1>${content}</body></html>`,
  });

/** A form that posts to the page's own address, including the token. */
export const unsubscribePage = (texts: UnsubscribeTexts): Reply =>
  page(
    texts,
    `<p>${texts.question}</p><form method="post"><button>${texts.button}</button></form>`,
  );

export const unsubscribedPage = (texts: UnsubscribeTexts): Reply =>
  page(texts, texts.done.map((line) => `<p>${line}</p>`).join(''));
