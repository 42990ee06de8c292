import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { joinedQuery, orderPages } from '../../api/affiliate-queries.ts';
import { dateTime, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { StateFilter } from '../state-filter.tsx';

const DisputeForm = lazyForm(() => import('./dispute-form.tsx'));

type Order = Schemas['AffiliateConversion'];

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(orderPages(search)),
  queries.query(joinedQuery),
];

const columns = (names: ReadonlyMap<string, string>): readonly Column<Order>[] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, converted_at: at }) => <TwoLines title={order} text={dateTime(at)} />,
  },
  {
    id: 'campaign',
    heading: t('Campaign'),
    isMinor: true,
    cell: ({ campaign_id: id }) => names.get(id) ?? '',
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'value',
    heading: t('Order value'),
    isNumber: true,
    isMinor: true,
    cell: ({ order_amount: amount, currency }) => money(amount, currency),
  },
  {
    id: 'commission',
    heading: t('Commission'),
    isNumber: true,
    cell: ({ commission_amount: amount, currency }) => (
      <span className="font-medium">{money(amount, currency)}</span>
    ),
  },
  {
    id: 'dispute',
    heading: t('Dispute'),
    isNumber: true,
    isMinor: true,
    cell: ({ id, order_id: order, status }) =>
      (status === 'rejected' || status === 'reversed') && (
        <DialogButton label={t('Dispute')} title={t('Dispute order {order}', { order })}>
          {(close) => <DisputeForm id={id} onDone={close} />}
        </DialogButton>
      ),
  },
];

export function Page({ search }: PageProps) {
  const { data: offers = [] } = useQuery(joinedQuery);
  const names = new Map(offers.map(({ id, name }) => [id, name]));
  return (
    <Frame
      title={t('Orders')}
      description={t('What your links and codes brought. A refused order can be disputed.')}
      actions={
        <StateFilter search={search} states={['pending', 'approved', 'rejected', 'reversed']} />
      }
    >
      <Card>
        <QueryTable
          label={t('Orders')}
          query={useInfiniteQuery(orderPages(search))}
          columns={columns(names)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="cart"
              title={t('No order matches')}
              text={t('Orders through your links appear here as soon as the shop reports them.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
