import { z } from 'zod';

/** The languages of the texts that users read. */
export const languages = ['en', 'de', 'es'] as const;
export type Language = (typeof languages)[number];

/** A region is a country or, as in `es-419`, a group of countries. */
const LOCALE = /^([a-z]{2})(?:-(?:[A-Z]{2}|\d{3}))?$/;

/** The language of a locale (`de-AT`); undefined for one without texts. */
export const languageOf = (locale: string): Language | undefined => {
  const language = LOCALE.exec(locale)?.[1];
  return languages.find((known) => known === language);
};

/** A language with texts, and a region where amounts and dates follow its customs. */
export const localeField = z
  .string()
  .refine(
    (text) => languageOf(text) !== undefined,
    `Must be one of ${languages.join(', ')}, with a region such as de-AT where it matters`,
  );
