import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { t } from '../i18n/translate.ts';
import { type Role } from '../pages/pages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { placesOf } from './navigation.ts';
import { signOut } from './sign-out.ts';
import { toggleTheme } from './theme.ts';

interface Command {
  readonly label: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Everything that the palette can do for a role. */
function useCommands(role: Role): readonly Command[] {
  const navigate = useNavigate();
  const go = (to: string) => () => void navigate({ to });
  const places = placesOf(role).map(({ to, label, icon }) => ({ label, icon, run: go(to) }));
  const making: readonly Command[] =
    role === 'brand' ? [{ label: t('New campaign'), icon: 'plus', run: go('/campaigns/new') }] : [];
  return [
    ...places,
    ...making,
    { label: t('Notifications'), icon: 'notification', run: go('/notifications') },
    { label: t('Account and security'), icon: 'shield', run: go('/settings/account') },
    {
      label: t('Notification preferences'),
      icon: 'gear',
      run: go('/settings/notifications'),
    },
    { label: t('Light or dark'), icon: 'sun', run: toggleTheme },
    { label: t('Sign out'), icon: 'out', run: () => void signOut() },
  ];
}

/** Opens by Ctrl K or ⌘ K everywhere. */
export function useCommandKey(open: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open]);
}

interface Props {
  readonly role: Role;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Goes to every page and does every common thing by typing a part of its name. */
export function CommandPalette({ role, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('Go to …')}>
      <Commands role={role} onDone={onClose} />
    </Dialog>
  );
}

function Commands({ role, onDone }: { readonly role: Role; readonly onDone: () => void }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const found = useCommands(role).filter(({ label }) =>
    label.toLowerCase().includes(typed.trim().toLowerCase()),
  );
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    onDone();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    if (step !== 0) {
      event.preventDefault();
      setAt((before) => (before + step + found.length) % Math.max(1, found.length));
    } else if (event.key === 'Enter') run(found[at]);
  };
  return (
    <>
      <input
        autoFocus
        role="combobox"
        aria-label={t('Name of a page or an action')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={`${id}-${at}`}
        placeholder={t('Type to search')}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        className="h-12 w-full border-b border-line bg-transparent px-5 outline-none placeholder:text-muted"
      />
      <ul id={id} role="listbox" aria-label={t('Pages and actions')} className="p-2">
        {found.map((command, index) => (
          <li
            key={command.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
            className={`flex items-center gap-3 rounded-lg px-3 py-2.5 text-sm ${index === at ? 'bg-sunken' : ''}`}
          >
            <Icon name={command.icon} />
            {command.label}
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-3 py-6 text-center text-sm text-muted">{t('Nothing has this name')}</li>
        )}
      </ul>
    </>
  );
}
