import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { claimPages, joinedQuery } from '../../api/affiliate-queries.ts';
import { t } from '../../i18n/translate.ts';
import { QueryTable } from '../../table/query-table.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { claimColumns } from '../claim-cells.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';

const ClaimForm = lazyForm(() => import('./claim-form.tsx'));

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(claimPages(search)),
  queries.query(joinedQuery),
];

export function Page({ search }: PageProps) {
  const { data: offers = [] } = useQuery(joinedQuery);
  const names = new Map(offers.map(({ id, name }) => [id, name]));
  return (
    <Frame
      title={t('Missing orders')}
      description={t('A customer bought through you, but no order shows? Claim it here.')}
      actions={
        <>
          <StateFilter
            search={search}
            states={['open', 'accepted', 'refused', 'answered', 'expired']}
          />
          {offers.length > 0 && (
            <DialogButton kind="primary" label={t('Claim an order')}>
              {(close) => <ClaimForm offers={offers} onDone={close} />}
            </DialogButton>
          )}
        </>
      }
    >
      <Card>
        <QueryTable
          label={t('Missing orders')}
          query={useInfiniteQuery(claimPages(search))}
          columns={claimColumns(names)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="search"
              title={t('No claim matches')}
              text={t('Orders that you claim appear here, with what the brand decides and why.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
