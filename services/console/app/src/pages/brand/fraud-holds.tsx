import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { fraudHoldPages } from '../../api/fraud-queries.ts';
import { type CallKey, useAction } from '../../api/use-action.ts';
import { dateTime, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { TwoLines } from '../../ui/lines.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { RefuseOrRelease } from '../refuse-or-release.tsx';
import { ScoreBadge } from './score-badge.tsx';

type Hold = Schemas['FraudHold'];

interface Decided {
  readonly id: string;
  readonly decision: Schemas['ReviewFraudHoldRequest']['decision'];
}

const useDecide = () =>
  useAction({
    run: ({ id, decision }: Decided, key: CallKey) => api.fraudHolds.review(id, { decision }, key),
    message: (_answer, { decision }) =>
      decision === 'released' ? t('The commission goes on') : t('The commission was refused'),
    changes: ['brand'],
  });

function Decision({
  hold,
  decide,
}: {
  readonly hold: Hold;
  readonly decide: ReturnType<typeof useDecide>;
}) {
  const { commission_id: id, order_id: order, is_held: isHeld } = hold;
  if (!isHeld) return <span className="text-muted">{t('Decided')}</span>;
  return (
    <RefuseOrRelease
      isBusy={decide.isPending && decide.variables.id === id}
      refuse={{
        label: t('Refuse the commission of order {order}', { order }),
        choose: () => decide.mutate({ id, decision: 'refused' }),
      }}
      release={{
        label: t('Release the commission of order {order}', { order }),
        choose: () => decide.mutate({ id, decision: 'released' }),
      }}
    />
  );
}

const columns = (decide: ReturnType<typeof useDecide>): readonly Column<Hold>[] => [
  {
    id: 'order',
    heading: t('Order'),
    cell: ({ order_id: order, judged_at: at }) => <TwoLines title={order} text={dateTime(at)} />,
  },
  {
    id: 'score',
    heading: t('Suspicion'),
    cell: ({ fraud_score: score }) => <ScoreBadge score={score} />,
  },
  {
    id: 'amount',
    heading: t('Commission'),
    isNumber: true,
    cell: ({ commission_id: id, amount, currency }) => (
      <Link to="/commissions/$id" params={{ id }} className="font-medium text-accent underline">
        {money(amount, currency)}
      </Link>
    ),
  },
  {
    id: 'decision',
    heading: t('Decision'),
    isNumber: true,
    cell: (hold) => <Decision hold={hold} decide={decide} />,
  },
];

/** Commissions of approved orders that were judged again, and stopped. */
export function FraudHolds() {
  const decide = useDecide();
  return (
    <Card title={t('Commissions held by a second look')}>
      <QueryTable
        label={t('Commissions held by a second look')}
        query={useInfiniteQuery(fraudHoldPages)}
        columns={columns(decide)}
        idOf={({ commission_id: id }) => id}
        empty={
          <EmptyState
            icon="shield"
            title={t('No commission is held')}
            text={t('Approved orders are judged again at night and before they are paid.')}
          />
        }
      />
    </Card>
  );
}
