import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouteContext, useRouterState } from '@tanstack/react-router';
import { Fragment, useCallback, useState } from 'react';
import { unreadQuery } from '../api/notification-queries.ts';
import { type Account } from '../api/queries.ts';
import { whole } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountMenu } from './account-menu.tsx';
import { CommandPalette, useCommandKey } from './command-palette.tsx';
import { Mark } from './mark.tsx';
import { groupsOf } from './navigation.ts';

const LINK =
  'flex items-center gap-3 rounded-lg px-3 py-1.5 text-sm font-medium text-muted hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink';

function Places({ role, onGo }: { readonly role: Account['role']; readonly onGo?: () => void }) {
  const { data } = useQuery(unreadQuery);
  return (
    <nav aria-label={t('Main')} className="flex flex-1 flex-col gap-0.5 overflow-y-auto p-3">
      {groupsOf(role).map(({ heading, places }) => (
        <Fragment key={places[0]?.to}>
          {heading !== undefined && (
            <h2 className="px-3 pt-4 pb-1 text-xs font-medium text-muted">{heading}</h2>
          )}
          {places.map(({ to, label, icon }) => (
            <Link
              key={to}
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={LINK}
              {...(onGo !== undefined && { onClick: onGo })}
            >
              <Icon name={icon} />
              {label}
            </Link>
          ))}
        </Fragment>
      ))}
      <Link
        to="/notifications"
        className={`${LINK} mt-auto shrink-0`}
        {...(onGo !== undefined && { onClick: onGo })}
      >
        <Icon name="notification" />
        {t('Notifications')}
        {data !== undefined && data.unread_count > 0 && (
          <span className="ml-auto rounded-full bg-accent px-2 text-xs text-on-accent">
            {whole(data.unread_count)}
          </span>
        )}
      </Link>
    </nav>
  );
}

function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      onClick={onOpen}
      className="mx-3 mb-1 flex items-center gap-2.5 rounded-lg border border-line px-3 py-2 text-sm text-muted hover:bg-sunken"
    >
      <Icon name="search" size={16} />
      {t('Search')}
      <kbd className="ml-auto rounded bg-sunken px-1.5 font-sans text-xs">{'Ctrl K'}</kbd>
    </button>
  );
}

/** What all pages of a signed-in person have around them. */
export function Shell() {
  const context: unknown = useRouteContext({ strict: false });
  const { account } = context as { readonly account: Account };
  const [isSearching, setSearching] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const openSearch = useCallback(() => setSearching(true), []);
  const isLoading = useRouterState({ select: ({ isLoading: loading }) => loading });
  useCommandKey(openSearch);
  const closeMenu = (): void => setMenuOpen(false);
  return (
    <div className="min-h-dvh lg:pl-60">
      <a
        href="#content"
        className="sr-only rounded-lg bg-ink px-3 py-2 text-canvas focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
      >
        {t('Skip to the content')}
      </a>
      <header className="sticky top-0 z-20 flex h-14 items-center justify-between border-b border-line bg-surface px-4 lg:hidden">
        <Mark />
        <button
          type="button"
          aria-label={t('Open the menu')}
          onClick={() => setMenuOpen(true)}
          className="rounded-lg p-2 hover:bg-sunken"
        >
          <Icon name="menu" size={22} />
        </button>
      </header>
      <aside className="fixed inset-y-0 left-0 hidden w-60 flex-col border-r border-line bg-surface lg:flex">
        <div className="px-5 py-4">
          <Mark />
        </div>
        <SearchButton onOpen={openSearch} />
        <Places role={account.role} />
        <div className="border-t border-line p-2">
          <AccountMenu account={account} />
        </div>
      </aside>
      {isLoading && <div className="fixed inset-x-0 top-0 z-30 h-0.5 animate-pulse bg-accent" />}
      <Outlet />
      <Dialog isOpen={isMenuOpen} onClose={closeMenu} title={t('Menu')} place="left">
        <Places role={account.role} onGo={closeMenu} />
        <div className="border-t border-line p-2">
          <AccountMenu account={account} />
        </div>
      </Dialog>
      <CommandPalette
        role={account.role}
        isOpen={isSearching}
        onClose={() => setSearching(false)}
      />
    </div>
  );
}
