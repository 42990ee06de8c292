import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { type Named } from '../../api/affiliate-names.ts';
import { campaignNames, conversionPages } from '../../api/brand-queries.ts';
import { dateTime, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Search } from '../../search.ts';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { StateFilter } from '../state-filter.tsx';
import { StateBadge } from '../state-badge.tsx';
import { affiliateColumn } from './affiliate-column.tsx';
import { CampaignFilter } from './campaign-filter.tsx';
import { Explanation } from './explanation.tsx';
import { type Review, useReview } from './review.ts';
import { ScoreBadge } from './score-badge.tsx';

type Conversion = Named<Schemas['Conversion']>;

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(conversionPages(search)),
  queries.query(campaignNames),
];

interface Chosen {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
}

const columns = (
  names: ReadonlyMap<string, string> | undefined,
  chosen: Chosen,
): readonly Column<Conversion>[] => [
  {
    id: 'choose',
    heading: t('Choose'),
    isHeadingHidden: true,
    cell: ({ id, order_id: order, status }) =>
      status === 'pending' && (
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t('Choose order {order}', { order })}
          checked={chosen.ids.has(id)}
          onChange={() => chosen.toggle(id)}
          onClick={(event) => event.stopPropagation()}
          className="size-4 accent-accent"
        />
      ),
  },
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, converted_at: at }) => (
      <span>
        <span className="block max-w-56 truncate font-medium">{order}</span>
        <span className="text-xs whitespace-nowrap text-muted">{dateTime(at)}</span>
      </span>
    ),
  },
  affiliateColumn(),
  {
    id: 'campaign',
    heading: t('Campaign'),
    isMinor: true,
    cell: ({ campaign_id: id }) => names?.get(id) ?? '',
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'fraud',
    heading: t('Suspicion'),
    isMinor: true,
    cell: ({ fraud_score: score }) => <ScoreBadge score={score} />,
  },
  {
    id: 'amount',
    heading: t('Order value'),
    isNumber: true,
    cell: ({ order_amount: amount, currency }) => money(amount, currency),
  },
  {
    id: 'commission',
    heading: t('Commission'),
    isNumber: true,
    isMinor: true,
    cell: ({ commission_amount: amount, currency }) => money(amount, currency),
  },
];

function Filters({ search }: { readonly search: Search }) {
  const setSearch = useSetSearch();
  return (
    <>
      <StateFilter search={search} states={['pending', 'approved', 'rejected', 'reversed']} />
      <CampaignFilter search={search} />
      <Button
        aria-pressed={search.review === true}
        className="aria-pressed:border-accent aria-pressed:text-accent"
        onClick={() => setSearch({ review: search.review === true ? undefined : true })}
      >
        {t('Suspicious only')}
      </Button>
    </>
  );
}

function BulkBar({
  ids,
  review,
  onDone,
}: {
  readonly ids: readonly string[];
  readonly review: Review;
  readonly onDone: () => void;
}) {
  if (ids.length === 0) return null;
  const decide = (decision: 'approved' | 'rejected') =>
    review.mutate({ ids, decision }, { onSuccess: onDone });
  return (
    <div
      role="region"
      aria-label={t('Chosen conversions')}
      className="flex items-center gap-3 border-b border-line bg-sunken px-5 py-2.5 text-sm"
    >
      <span className="mr-auto font-medium">{t('{count} chosen', { count: ids.length })}</span>
      <Button kind="quiet" onClick={onDone}>
        {t('Choose none')}
      </Button>
      <Button kind="danger" isBusy={review.isPending} onClick={() => decide('rejected')}>
        {t('Reject')}
      </Button>
      <Button kind="primary" isBusy={review.isPending} onClick={() => decide('approved')}>
        {t('Approve')}
      </Button>
    </div>
  );
}

const none: ReadonlySet<string> = new Set();

export function Page({ id, search }: PageProps) {
  const navigate = useNavigate();
  const setSearch = useSetSearch();
  const open = search.open ?? (id === '' ? undefined : id);
  const close = (): void => {
    if (id === '') setSearch({ open: undefined });
    else void navigate({ to: '/conversions' });
  };
  const { data: names } = useQuery(campaignNames);
  const review = useReview();
  const [ids, setIds] = useState(none);
  const toggle = (id: string): void =>
    setIds((before) =>
      before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
    );
  const decide = (decision: 'approved' | 'rejected') => (one: Conversion) => {
    if (one.status === 'pending') review.mutate({ ids: [one.id], decision });
  };
  return (
    <Frame
      title={t('Conversions')}
      description={t('On a row: Enter explains, x chooses, a approves, r rejects, j and k move.')}
      actions={<Filters search={search} />}
    >
      <Card>
        <BulkBar ids={[...ids]} review={review} onDone={() => setIds(none)} />
        <QueryTable
          label={t('Conversions')}
          query={useInfiniteQuery(conversionPages(search))}
          columns={columns(names, { ids, toggle })}
          idOf={({ id }) => id}
          onOpen={({ id }) => setSearch({ open: id })}
          selection={{ ids, toggle }}
          keys={{ a: decide('approved'), r: decide('rejected') }}
          empty={
            <EmptyState
              icon="cart"
              title={t('No conversion matches')}
              text={t(
                'Orders that affiliates brought appear here as soon as your shop reports them.',
              )}
            />
          }
        />
      </Card>
      <Dialog
        place="side"
        title={t('Why this conversion')}
        isOpen={open !== undefined}
        onClose={close}
      >
        {open !== undefined && <Explanation id={open} />}
      </Dialog>
    </Frame>
  );
}
