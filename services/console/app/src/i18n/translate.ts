import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { pseudo } from './pseudo.ts';

/** The languages of the console; `pseudo` shows every text that is not translated. */
export const languages = ['en', 'de', 'es', 'pseudo'] as const;
export type Language = (typeof languages)[number];

/** What each language is called by those who read it. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  pseudo: 'Þšéûðö',
};

type Catalogue = Readonly<Record<string, string>>;

const catalogues: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve({}),
  pseudo: () => Promise.resolve({}),
  de: async () => (await import('./locales/de.json')).default,
  es: async () => (await import('./locales/es.json')).default,
};

type Compiled = ReturnType<typeof compileMessage>;

/** Each message is compiled once, however often it is shown; what holds no value needs no parser. */
const compiled = new Map<string, Compiled>();
function compileOnce(message: string): Compiled {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const made = /[{}']/.test(message) ? compileMessage(message) : [message];
  compiled.set(message, made);
  return made;
}

const i18n = setupI18n();
i18n.setMessagesCompiler(compileOnce);

const STORED = 'console.language';
let current: Language = 'en';

const isLanguage = (text: string | null | undefined): text is Language =>
  languages.some((language) => language === text);

/** The language that the person chose, else the browser's, else English. */
function preferred(): Language {
  const named = new URLSearchParams(window.location.search).get('language');
  if (isLanguage(named)) localStorage.setItem(STORED, named);
  const stored = localStorage.getItem(STORED);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'en';
}

/** Loads the texts before anything is shown. */
export async function loadLanguage(): Promise<void> {
  current = preferred();
  const messages = await catalogues[current]();
  i18n.loadAndActivate({ locale: localeTag(), messages });
  document.documentElement.lang = localeTag();
}

export const currentLanguage = (): Language => current;

/** The tag by which `Intl` formats. */
export const localeTag = (): string => (current === 'pseudo' ? 'en' : current);

/** Changes the language by loading the page again, so that no text of before stays. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
  window.location.reload();
}

/**
 * The text in the person's language. Its name is the English text itself, in ICU message format; `npm run gen`
 * extracts it into the catalogues.
 */
export function t(message: string, values?: Record<string, string | number>): string {
  const text = i18n._(message, values);
  return current === 'pseudo' ? pseudo(text) : text;
}
