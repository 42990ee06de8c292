import { type Language, languages } from '@tributary/contracts';
import { passwordFaults } from '../domain/password.ts';
import { accountDonePage, accountFormPage, invalidLinkPage } from './account-page.ts';
import { accountPages } from './account-page-texts.ts';

const htmlOf = ({ body }: { readonly body?: unknown }): string => String(body);

describe('the pages behind mailed links', () => {
  it('have texts of their own in every language', () => {
    const all = languages.map((language) => [
      ...accountPages.flatMap((name) => [
        accountFormPage({ name, language }, 't'),
        accountDonePage({ name, language }),
      ]),
      invalidLinkPage(language),
    ]);
    for (const [index, language] of languages.entries()) {
      for (const reply of all[index] ?? []) expect(htmlOf(reply)).toContain(`lang="${language}"`);
    }
    const titles = all.flat().map((reply) => /<h1>(.*?)<\/h1>/.exec(htmlOf(reply))?.[1]);
    expect(new Set(titles).size).toBe(languages.length * (accountPages.length + 1));
  });

  it('state in the language of the page why a password is refused', () => {
    const refused = (fault: string, language: Language) =>
      htmlOf(accountFormPage({ name: 'reset-password', language }, 't', fault));
    expect(refused(passwordFaults.common, 'de')).toContain('eines der häufigsten');
    expect(refused(passwordFaults.common, 'es')).toContain('una de las más usadas');
    expect(refused('Another reason', 'de')).toContain('Another reason');
  });
});
