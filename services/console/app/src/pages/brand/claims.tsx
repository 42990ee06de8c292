import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Named } from '../../api/affiliate-names.ts';
import { campaignNames, claimPages, claimSettings } from '../../api/brand-queries.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Search } from '../../search.ts';
import { useSetSearch } from '../../use-search.ts';
import { claimColumns } from '../claim-cells.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { stateWord } from '../words.ts';
import { affiliateColumn } from './affiliate-column.tsx';
import { CampaignFilter } from './campaign-filter.tsx';

const AcceptForm = lazyForm(() => import('./accept-claim-form.tsx'));
const RefuseForm = lazyForm(() => import('./refuse-claim-form.tsx'));
const SettingsForm = lazyForm(() => import('./claim-settings-form.tsx'));

type Claim = Named<Schemas['Claim']>;

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(claimPages(search)),
  queries.query(campaignNames),
  queries.query(claimSettings),
];

function Decide({ claim }: { readonly claim: Claim }) {
  const { order_id: order, status } = claim;
  if (status !== 'open') return null;
  const accept = t('Accept order {order}', { order });
  const refuse = t('Refuse order {order}', { order });
  return (
    <span className="flex justify-end gap-2">
      <DialogButton kind="danger" label={t('Refuse')} title={refuse} description={refuse}>
        {(close) => <RefuseForm claim={claim} onDone={close} />}
      </DialogButton>
      <DialogButton label={t('Accept')} title={accept} description={accept}>
        {(close) => <AcceptForm claim={claim} onDone={close} />}
      </DialogButton>
    </span>
  );
}

function columns(names: ReadonlyMap<string, string> | undefined): readonly Column<Claim>[] {
  const [order, ...others] = claimColumns<Claim>(names);
  return [order, affiliateColumn<Claim>(), ...others, decision()];
}

const decision = (): Column<Claim> => ({
  id: 'decide',
  heading: t('Decision'),
  isHeadingHidden: true,
  isNumber: true,
  cell: (claim) => <Decide claim={claim} />,
});

const STATES = ['open', 'accepted', 'refused', 'answered', 'expired'];

function Filters({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  const { data: settings } = useQuery(claimSettings);
  return (
    <>
      <FilterSelect
        label={t('State')}
        value={search.status ?? 'open'}
        onChange={({ target }) => setSearch({ status: target.value })}
        options={[
          ...STATES.map((state) => [state, stateWord(state)[0]] as const),
          ['all', t('All states')],
        ]}
      />
      <CampaignFilter search={search} />
      {settings !== undefined && (
        <DialogButton label={t('Time to decide')}>
          {(close) => <SettingsForm settings={settings} onDone={close} />}
        </DialogButton>
      )}
    </>
  );
}

export function Page({ search }: PageProps) {
  const { data: names } = useQuery(campaignNames);
  return (
    <Frame
      title={t('Missing orders')}
      description={t('Orders that affiliates claim because no conversion shows them.')}
      actions={<Filters search={search} />}
    >
      <Card>
        <QueryTable
          label={t('Missing orders')}
          query={useInfiniteQuery(claimPages(search))}
          columns={columns(names)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="search"
              title={t('No claim matches')}
              text={t('Affiliates claim orders here that your shop did not report.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
