import { useState } from 'react';
import { t } from '../i18n/translate.ts';
import { DialogButton } from '../ui/dialog-button.tsx';
import { type Column } from './query-table.tsx';

const stored = (name: string): readonly string[] => {
  const text = localStorage.getItem(`console.columns.${name}`);
  return text === null || text === '' ? [] : text.split(',');
};

/**
 * The columns of a table that a person wants to see; the browser remembers those that are hidden. The first one
 * always stays.
 * @param name of the table
 */
export function useColumnChoice<Item>(name: string, columns: readonly Column<Item>[]) {
  const [hidden, setHidden] = useState(() => stored(name));
  const shown = columns.filter(({ id }, index) => index === 0 || !hidden.includes(id));
  const toggle = (id: string): void => {
    const next = hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id];
    localStorage.setItem(`console.columns.${name}`, next.join(','));
    setHidden(next);
  };
  const choice = (
    <DialogButton label={t('Columns')}>
      {() => (
        <fieldset className="flex flex-col gap-3 p-5 text-sm">
          <legend className="sr-only">{t('Columns')}</legend>
          {columns.slice(1).map(({ id, heading }) => (
            <label key={id} className="flex items-center gap-2.5">
              <input
                type="checkbox"
                checked={!hidden.includes(id)}
                onChange={() => toggle(id)}
                className="size-4 accent-accent"
              />
              {heading}
            </label>
          ))}
        </fieldset>
      )}
    </DialogButton>
  );
  return { shown, choice };
}
