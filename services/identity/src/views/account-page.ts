import { type Language } from '@tributary/contracts';
import { escapeHtml, htmlPage, paragraph, type Reply, reply } from '@tributary/service';
import { type PasswordFault, passwordFaults } from '../domain/password.ts';
import { type AccountPage, accountPageTexts } from './account-page-texts.ts';

interface Content {
  readonly language: Language;
  readonly title: string;
  readonly body: string;
}

const page = (status: number, content: Content): Reply =>
  reply(status, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    },
    body: htmlPage({ ...content, widthEm: 32 }),
  });

const passwordField = (label: string): string =>
  `<p><label>${escapeHtml(label)}<br><input type="password" name="password" autocomplete="new-password" minlength="10" maxlength="200" required></label></p>`;

const isFault = (name: string): name is PasswordFault => Object.hasOwn(passwordFaults, name);

/** Why a password was refused, in the language of the page. */
function faultIn(language: Language, fault: string): string {
  const known = Object.entries(passwordFaults).find(([, text]) => text === fault)?.[0] ?? '';
  return isFault(known) ? accountPageTexts[language].faults[known] : fault;
}

/** A page, in the language of its reader. */
interface Shown {
  readonly name: AccountPage;
  readonly language: Language;
}

/** The form of a link; `fault` states why the last attempt was refused. */
export function accountFormPage({ name, language }: Shown, token: string, fault?: string): Reply {
  const { pages, newPassword } = accountPageTexts[language];
  const { title, question, button } = pages[name];
  const form = [
    `<form method="post" action="/account/${name}">`,
    `<input type="hidden" name="token" value="${escapeHtml(token)}">`,
    name === 'reset-password' ? passwordField(newPassword) : '',
    `<button>${escapeHtml(button)}</button></form>`,
  ].join('');
  const refusal = fault === undefined ? '' : paragraph(faultIn(language, fault));
  const body = `${paragraph(question)}${refusal}${form}`;
  return page(fault === undefined ? 200 : 400, { language, title, body });
}

export function accountDonePage({ name, language }: Shown): Reply {
  const { title, done } = accountPageTexts[language].pages[name];
  return page(200, { language, title, body: paragraph(done) });
}

/** For a link that is used, replaced or expired. */
export function invalidLinkPage(language: Language): Reply {
  const { title, explanation } = accountPageTexts[language].invalidLink;
  return page(400, { language, title, body: paragraph(explanation) });
}
