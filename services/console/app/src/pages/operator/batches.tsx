import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { batchPages } from '../../api/operator-queries.ts';
import { date, dateTime, money, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

type Batch = Schemas['PayoutBatch'];
type Count = 'payouts' | 'completed' | 'failed' | 'held';

export const load: Load = (queries) => [queries.infiniteQuery(batchPages)];

const count = (id: Count, heading: string, { isMinor = true } = {}): Column<Batch> => ({
  id,
  heading,
  isNumber: true,
  isMinor,
  cell: (batch) => whole(batch[id]),
});

const columns = (): readonly Column<Batch>[] => [
  {
    id: 'period',
    heading: t('Period'),
    cell: ({ period_start: from, period_end: to, created_at: at }) => (
      <TwoLines
        title={t('{from} to {to}', { from: date(from), to: date(to) })}
        text={dateTime(at)}
      />
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  count('payouts', t('Payouts'), { isMinor: false }),
  count('completed', t('Completed')),
  count('held', t('Held')),
  count('failed', t('Failed')),
  {
    id: 'amount',
    heading: t('Amount'),
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
  },
];

export function Page() {
  return (
    <Frame
      title={t('Payout batches')}
      description={t('The payouts that fall due together, and what became of them.')}
    >
      <Card>
        <QueryTable
          label={t('Payout batches')}
          query={useInfiniteQuery(batchPages)}
          columns={columns()}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="bank"
              title={t('No batch yet')}
              text={t('The first is made when a payout of a regular date falls due.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
