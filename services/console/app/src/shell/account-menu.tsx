import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { type Account } from '../api/queries.ts';
import { chooseLanguage, currentLanguage, languageNames, t } from '../i18n/translate.ts';
import { Icon } from '../ui/icon.tsx';
import { signOut } from './sign-out.ts';
import { toggleTheme } from './theme.ts';

const ITEM =
  'flex w-full items-center gap-2.5 rounded-md px-3 py-2 text-left text-sm hover:bg-sunken';

function Item({
  onClick,
  lang,
  children,
}: {
  onClick: () => void;
  lang?: string;
  children: ReactNode;
}) {
  return (
    <button type="button" lang={lang} className={ITEM} onClick={onClick}>
      {children}
    </button>
  );
}

/** Who is signed in, and what concerns them alone. */
export function AccountMenu({ account }: { readonly account: Account }) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        className="flex w-full items-center gap-2.5 rounded-lg p-2 text-left hover:bg-sunken"
      >
        <span
          aria-hidden="true"
          className="grid size-8 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-on-accent"
        >
          {account.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{account.name}</span>
          <span className="block truncate text-xs text-muted">{account.email}</span>
        </span>
      </button>
      <div
        id={id}
        popover="auto"
        className="fixed top-auto right-auto bottom-17 left-2 m-0 w-60 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-xl"
      >
        <Link to="/settings/account" className={ITEM}>
          <Icon name="shield" />
          {t('Account and security')}
        </Link>
        <Item onClick={toggleTheme}>
          <Icon name="sun" />
          {t('Light or dark')}
        </Item>
        <hr className="my-1.5 border-line" />
        {(['en', 'de', 'es'] as const).map((language) => (
          <Item key={language} lang={language} onClick={() => chooseLanguage(language)}>
            <span className="w-[18px]">
              {language === currentLanguage() && <Icon name="check" size={16} />}
            </span>
            {languageNames[language]}
          </Item>
        ))}
        <hr className="my-1.5 border-line" />
        <Item onClick={() => void signOut()}>
          <Icon name="out" />
          {t('Sign out')}
        </Item>
      </div>
    </>
  );
}
