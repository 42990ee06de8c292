import { escapeHtml, htmlPage, paragraph, type Reply, reply } from '@tributary/service';

/** The pages behind mailed links. Each shows a form, because mail scanners open every link. */
export const accountPages = [
  'verify-email',
  'restore-email',
  'reset-password',
  'cancel-deletion',
] as const;
export type AccountPage = (typeof accountPages)[number];

interface PageTexts {
  readonly title: string;
  readonly question: string;
  readonly button: string;
  readonly done: string;
}

const texts: Readonly<Record<AccountPage, PageTexts>> = {
  'verify-email': {
    title: 'Confirm your e-mail address',
    question: 'Is this the e-mail address of your Tributary account?',
    button: 'Confirm the address',
    done: 'Your e-mail address is confirmed.',
  },
  'restore-email': {
    title: 'Take back the change of your e-mail address',
    question:
      'Your account gets its former address back, everybody is signed out, and the password stops working.',
    button: 'Take the change back',
    done: 'Your account has its former address again. We have mailed you a link to set a new password.',
  },
  'reset-password': {
    title: 'Set a new password',
    question: 'Everybody is signed out, and all passkeys and API keys of your account end.',
    button: 'Set the password',
    done: 'Your new password is set. Sign in with it. The members of your team stay: remove those you do not know.',
  },
  'cancel-deletion': {
    title: 'Keep your account',
    question: 'Your account will not be deleted, and works as before.',
    button: 'Keep the account',
    done: 'Your account stays. Sign in as before.',
  },
};

const page = (status: number, title: string, content: string): Reply =>
  reply(status, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
    body: htmlPage(title, content, 32),
  });

const passwordField =
  '<p><label>New password<br><input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="200" required></label></p>';

/** The form of a link; `fault` states why the last attempt was refused. */
export function accountFormPage(name: AccountPage, token: string, fault?: string): Reply {
  const { title, question, button } = texts[name];
  const form = [
    `<form method="post" action="/account/${name}">`,
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    name === 'reset-password' ? passwordField : '',
    `<button>${escapeHtml(button)}</button></form>`,
  ].join('');
  const refusal = fault === undefined ? '' : paragraph(fault);
  return page(fault === undefined ? 200 : 400, title, `${paragraph(question)}${refusal}${form}`);
}

export const accountDonePage = (name: AccountPage): Reply =>
  page(200, texts[name].title, paragraph(texts[name].done));

/** For a link that is used, replaced or expired. */
export const invalidLinkPage = (): Reply =>
  page(
    400,
    'This link is not valid any more',
    paragraph('It was used before, replaced by a newer one, or it has expired. Request another.'),
  );
