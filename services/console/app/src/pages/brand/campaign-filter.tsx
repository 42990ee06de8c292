import { useQuery } from '@tanstack/react-query';
import { campaignNames } from '../../api/brand-queries.ts';
import { t } from '../../i18n/translate.ts';
import { type Search } from '../../search.ts';
import { FilterSelect } from '../../ui/field.tsx';
import { useSetSearch } from '../../use-search.ts';

/** The choice of one campaign of the brand, or of all; the address keeps it. */
export function CampaignFilter({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  const { data: names } = useQuery(campaignNames);
  return (
    <FilterSelect
      label={t('Campaign')}
      value={search.campaign ?? ''}
      onChange={({ target }) => setSearch({ campaign: target.value })}
      options={[['', t('All campaigns')], ...(names ?? [])]}
    />
  );
}
