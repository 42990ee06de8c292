const framed = (inner: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>E-mails from Tributary</title></head><body style="font-family:sans-serif;max-width:32em;margin:4em auto;padding:0 1em"><h1>E-mails from Tributary</h1>${inner}</body></html>`;

/** With a button that posts to the page's own address, token included. */
export const unsubscribePage = (): string =>
  framed(
    '<p>Do you want no more e-mails on your commissions, payouts and campaigns?</p>' +
      '<form method="post"><button>Send me no more e-mails</button></form>',
  );

export const unsubscribedPage = (): string =>
  framed(
    '<p>You get no more of these e-mails. Alerts on the security of your account still come.</p>' +
      '<p>You can switch them on again in your notification settings.</p>',
  );
