import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { type Named } from '../../api/affiliate-names.ts';
import { campaignNames, couponPages } from '../../api/brand-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { date, fromNow } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { affiliateColumn } from './affiliate-column.tsx';
import { CampaignFilter } from './campaign-filter.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

const CouponForm = lazyForm(() => import('./coupon-form.tsx'));

type Coupon = Named<Schemas['Coupon']>;

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(couponPages(search)),
  queries.query(campaignNames),
];

const useDeactivate = () =>
  useAction({
    run: (id: string) => api.coupons.update(id, { active: false }),
    message: () => t('The code earns nothing from now on'),
    changes: ['brand', 'coupons'],
  });

const columns = (
  names: ReadonlyMap<string, string> | undefined,
  deactivate: ReturnType<typeof useDeactivate>,
): readonly Column<Coupon>[] => [
  {
    id: 'code',
    heading: t('Code'),
    cell: ({ code, campaign_id: id }) => <TwoLines title={code} text={names?.get(id)} />,
  },
  affiliateColumn(),
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'period',
    heading: t('Valid'),
    isMinor: true,
    cell: ({ starts_at: from, ends_at: to }) => (
      <span className="text-muted">
        {to === null
          ? t('since {from}', { from: date(from) })
          : t('{from} to {to}', { from: date(from), to: date(to) })}
      </span>
    ),
  },
  {
    id: 'used',
    heading: t('Last used'),
    isMinor: true,
    cell: ({ last_used_at: at }) => (
      <span className="text-muted">{at === null ? t('Never') : fromNow(at)}</span>
    ),
  },
  {
    id: 'change',
    heading: t('Change'),
    isNumber: true,
    cell: ({ id, code, status }) =>
      (status === 'active' || status === 'scheduled') && (
        <ConfirmButton
          label={t('Deactivate')}
          description={t('Deactivate {code}', { code })}
          question={t('Orders with this code bring the affiliate nothing any more.')}
          isBusy={deactivate.isPending}
          onConfirm={(onSuccess) => deactivate.mutate(id, { onSuccess })}
        />
      ),
  },
];

const NewCoupon = () => (
  <DialogButton kind="primary" label={t('New code')}>
    {(close) => <CouponForm onDone={close} />}
  </DialogButton>
);

export function Page({ search }: PageProps) {
  const { data: names } = useQuery(campaignNames);
  const deactivate = useDeactivate();
  return (
    <Frame
      title={t('Coupon codes')}
      description={t('An order with a code is credited to its affiliate, also without a click.')}
      actions={
        <>
          <CampaignFilter search={search} />
          <NewCoupon />
        </>
      }
    >
      <Card>
        <QueryTable
          label={t('Coupon codes')}
          query={useInfiniteQuery(couponPages(search))}
          columns={columns(names, deactivate)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="ticket"
              title={t('No code yet')}
              text={t('Give an affiliate a code of your shop; orders with it are theirs.')}
            >
              <NewCoupon />
            </EmptyState>
          }
        />
      </Card>
    </Frame>
  );
}
