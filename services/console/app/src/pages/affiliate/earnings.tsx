import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { commissionPages } from '../../api/affiliate-queries.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';
import { StateBadge } from '../state-badge.tsx';

type Item = Schemas['CommissionItem'];

export const load: Load = (queries, { search }) => [queries.infiniteQuery(commissionPages(search))];

/** Why a commission is in its state. */
function reasonOf({ status, approved_at: approved, paid_at: paid }: Item): string {
  if (status === 'paid')
    return paid === null ? t('Part of a payout') : t('Paid on {date}', { date: date(paid) });
  if (status === 'approved')
    return approved === null ? t('Payable') : t('Payable since {date}', { date: date(approved) });
  if (status === 'pending') return t('On hold until returns are over');
  return t('The order was refunded or refused');
}

const columns = (): readonly Column<Item>[] => [
  {
    id: 'campaign',
    heading: t('Campaign'),
    cell: ({ campaign_name: name, brand_name: brand }) => (
      <span>
        <span className="block font-medium">{name}</span>
        <span className="text-xs text-muted">{brand}</span>
      </span>
    ),
  },
  {
    id: 'order',
    heading: t('Order value'),
    isNumber: true,
    isMinor: true,
    cell: ({ sale_amount: amount, currency }) => money(amount, currency),
  },
  {
    id: 'status',
    heading: t('State'),
    cell: (item) => (
      <span className="flex flex-wrap items-center gap-2">
        <StateBadge state={item.status} />
        <span className="text-xs text-muted max-md:hidden">{reasonOf(item)}</span>
      </span>
    ),
  },
  {
    id: 'created',
    heading: t('Date'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted">{date(at)}</span>,
  },
  {
    id: 'amount',
    heading: t('Earned'),
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
  },
];

export function Page({ search }: PageProps) {
  const navigate = useNavigate();
  return (
    <Frame
      title={t('Earnings')}
      description={t('Open a row to see where it comes from.')}
      actions={
        <StateFilter
          search={search}
          states={['pending', 'approved', 'paid', 'rejected', 'cancelled']}
        />
      }
    >
      <Card>
        <QueryTable
          label={t('Earnings')}
          query={useInfiniteQuery(commissionPages(search))}
          columns={columns()}
          idOf={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/commissions/$id', params: { id } })}
          empty={
            <EmptyState
              icon="coins"
              title={t('Nothing earned yet')}
              text={t('Orders through your links appear here once they are approved.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
