import { t } from '../i18n/translate.ts';
import { type Search } from '../search.ts';
import { FilterSelect } from '../ui/field.tsx';
import { useSetSearch } from '../use-search.ts';
import { stateWord } from './words.ts';

/** The choice of one state of a list, or of all; the address keeps it. */
export function StateFilter({
  search,
  states,
}: {
  readonly search: Search;
  readonly states: readonly string[];
}) {
  const setSearch = useSetSearch();
  return (
    <FilterSelect
      label={t('State')}
      value={search.status ?? ''}
      onChange={({ target }) => setSearch({ status: target.value })}
      options={[
        ['', t('All states')],
        ...states.map((state) => [state, stateWord(state)[0]] as const),
      ]}
    />
  );
}
