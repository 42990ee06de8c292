import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { applicationPages } from '../../api/brand-queries.ts';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { country, date } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterSelect } from '../../ui/field.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { useSetSearch } from '../../use-search.ts';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { stateWord } from '../words.ts';
import { AccountFindings } from './account-check.tsx';

type Applicant = Schemas['Applicant'];
type Decision = Schemas['ReviewApplicationRequest']['decision'];

export const load: Load = (queries, { search }) => [
  queries.infiniteQuery(applicationPages(search)),
];

/** Answers an application; the API refuses a second answer. */
const useReview = () =>
  useAction({
    run: ({ id, decision }: { readonly id: string; readonly decision: Decision }) =>
      api.applications.review(id, { decision }),
    message: (_answer, { decision }) => (decision === 'approved' ? t('Accepted') : t('Rejected')),
    changes: ['brand'],
  });

type Review = ReturnType<typeof useReview>;

const nameOf = ({ affiliate }: Applicant): string => affiliate?.name ?? t('A deleted account');

function Answer({ applicant, review }: { readonly applicant: Applicant; readonly review: Review }) {
  const { id, status } = applicant;
  const name = nameOf(applicant);
  if (status !== 'pending') return <StateBadge state={status} />;
  const isBusy = review.isPending && review.variables.id === id;
  return (
    <span className="flex justify-end gap-2">
      <Button
        kind="quiet"
        disabled={isBusy}
        aria-label={t('Reject {name}', { name })}
        onClick={() => review.mutate({ id, decision: 'rejected' })}
      >
        {t('Reject')}
      </Button>
      <Button
        isBusy={isBusy}
        aria-label={t('Accept {name}', { name })}
        onClick={() => review.mutate({ id, decision: 'approved' })}
      >
        {t('Accept')}
      </Button>
    </span>
  );
}

const columns = (review: Review): readonly Column<Applicant>[] => [
  {
    id: 'affiliate',
    heading: t('Affiliate'),
    cell: (applicant) => {
      const code = applicant.affiliate?.country ?? null;
      return (
        <span className="block py-2">
          <span className="block font-medium">{nameOf(applicant)}</span>
          <span className="text-xs text-muted">{code !== null && country(code)}</span>
          <AccountFindings check={applicant.account_check} />
        </span>
      );
    },
  },
  { id: 'campaign', heading: t('Campaign'), isMinor: true, cell: (one) => one.campaign_name },
  {
    id: 'message',
    heading: t('Message'),
    isMinor: true,
    cell: ({ message }) => <span className="line-clamp-2 text-muted">{message}</span>,
  },
  {
    id: 'created',
    heading: t('Applied'),
    isMinor: true,
    cell: ({ created_at: at }) => <span className="whitespace-nowrap text-muted">{date(at)}</span>,
  },
  {
    id: 'answer',
    heading: t('Answer'),
    isNumber: true,
    cell: (applicant) => <Answer applicant={applicant} review={review} />,
  },
];

export function Page({ search }: PageProps) {
  const setSearch = useSetSearch();
  const review = useReview();
  const states = ['pending', 'approved', 'rejected'];
  return (
    <Frame
      title={t('Applications')}
      description={t('On a row, press a to accept and r to reject.')}
      actions={
        <FilterSelect
          label={t('State')}
          value={search.status ?? 'pending'}
          onChange={({ target }) => setSearch({ status: target.value })}
          options={states.map((state) => [state, stateWord(state)[0]])}
        />
      }
    >
      <Card>
        <QueryTable
          label={t('Applications')}
          query={useInfiniteQuery(applicationPages(search))}
          columns={columns(review)}
          idOf={({ id }) => id}
          keys={{
            a: ({ id, status }) =>
              status === 'pending' && review.mutate({ id, decision: 'approved' }),
            r: ({ id, status }) =>
              status === 'pending' && review.mutate({ id, decision: 'rejected' }),
          }}
          empty={
            <EmptyState
              icon="inbox"
              title={t('Nothing waits for an answer')}
              text={t('New applications of affiliates appear here.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
