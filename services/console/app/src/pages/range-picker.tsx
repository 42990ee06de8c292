import { t } from '../i18n/translate.ts';
import { DEFAULT_DAYS } from '../range.ts';
import { RANGES, type Search } from '../search.ts';
import { useSetSearch } from '../use-search.ts';

/** The choice of a range, which stands in the address. */
export function RangePicker({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  const chosen = search.days ?? DEFAULT_DAYS;
  return (
    <div
      role="group"
      aria-label={t('Range')}
      className="flex rounded-lg border border-line bg-surface p-0.5 shadow-xs"
    >
      {RANGES.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === chosen}
          onClick={() => setSearch({ days })}
          className="rounded-md px-3 py-1 text-sm text-muted aria-pressed:bg-sunken aria-pressed:font-medium aria-pressed:text-ink"
        >
          {t('{days, plural, one {# day} other {# days}}', { days })}
        </button>
      ))}
    </div>
  );
}
