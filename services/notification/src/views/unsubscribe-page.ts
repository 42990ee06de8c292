import { type Reply, reply } from '@tributary/service';

const page = (content: string): Reply =>
  reply(200, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
      'referrer-policy': 'no-referrer',
    },
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>E-mails from Tributary</title></head><body style="font-family:sans-serif;max-width:32em;margin:4em auto;padding:0 1em"><h1>E-mails from Tributary</h1>${content}</body></html>`,
  });

/** A form that posts to the page's own address, including the token. */
export const unsubscribePage = (): Reply =>
  page(
    '<p>Do you want no more e-mails on your commissions, payouts and campaigns?</p>' +
      '<form method="post"><button>Send me no more e-mails</button></form>',
  );

export const unsubscribedPage = (): Reply =>
  page(
    '<p>You get no more of these e-mails. Alerts on the security of your account still come.</p>' +
      '<p>You can switch them on again in your notification settings.</p>',
  );
