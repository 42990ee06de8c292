import { type ReactNode } from 'react';
import { chooseLanguage, currentLanguage, languageNames, t } from '../../i18n/translate.ts';
import { Mark } from '../../shell/mark.tsx';
import { FilterSelect } from '../../ui/field.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly children: ReactNode;
  /** Where else to go. */
  readonly footer?: ReactNode;
}

const LANGUAGES = ['en', 'de', 'es'] as const;

/** A page before the sign-in: one card. */
export function AuthFrame({ title, text, children, footer }: Props) {
  return (
    <div className="flex min-h-dvh flex-col items-center bg-[radial-gradient(60rem_30rem_at_50%_-10rem,color-mix(in_oklab,var(--c-accent)_14%,transparent),transparent)] px-4 py-10 sm:py-20">
      <title>{title}</title>
      <header className="mb-8">
        <Mark />
      </header>
      <main
        id="content"
        className="w-full max-w-md rounded-2xl border border-line bg-surface p-6 shadow-lg sm:p-8"
      >
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        <p className="mt-1 mb-6 text-sm text-muted">{text}</p>
        {children}
      </main>
      <footer className="mt-6 flex flex-col items-center gap-4 text-sm text-muted">
        {footer}
        <FilterSelect
          label={t('Language')}
          value={currentLanguage()}
          onChange={({ target }) => {
            const chosen = LANGUAGES.find((language) => language === target.value);
            if (chosen !== undefined) chooseLanguage(chosen);
          }}
          options={LANGUAGES.map((language) => [language, languageNames[language]])}
        />
      </footer>
    </div>
  );
}

/** A link inside a text. */
export const TEXT_LINK = 'font-medium text-accent underline underline-offset-4';
