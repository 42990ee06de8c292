import { useInfiniteQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { heldPages } from '../../api/operator-queries.ts';
import { useAction } from '../../api/use-action.ts';
import { dateTime, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { RefuseOrRelease } from '../refuse-or-release.tsx';

type Held = Schemas['HeldPayout'];

export const load: Load = (queries) => [queries.infiniteQuery(heldPages)];

interface Decided {
  readonly id: string;
  readonly decision: 'release' | 'refuse';
}

const useDecide = () =>
  useAction({
    run: async ({ id, decision }: Decided, key): Promise<unknown> =>
      decision === 'release'
        ? await api.heldPayouts.release(id, {}, key)
        : await api.heldPayouts.refuse(id, {}, key),
    message: (_answer, { decision }) =>
      decision === 'release' ? t('The payout goes on') : t('The payout was refused'),
    changes: ['operator'],
  });

const columns = (decide: ReturnType<typeof useDecide>): readonly Column<Held>[] => [
  {
    id: 'reference',
    heading: t('Payout'),
    cell: ({ reference_number: reference, requested_at: at }) => (
      <span>
        <span className="block font-medium">{reference}</span>
        <span className="text-xs text-muted">{dateTime(at)}</span>
      </span>
    ),
  },
  {
    id: 'reasons',
    heading: t('Why it is held'),
    isMinor: true,
    cell: ({ hold_reasons: reasons }) => (
      <ul className="py-2 text-muted">
        {reasons.map(({ code, explanation }) => (
          <li key={code}>{explanation}</li>
        ))}
      </ul>
    ),
  },
  {
    id: 'amount',
    heading: t('Amount'),
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
  },
  {
    id: 'decide',
    heading: t('Decision'),
    isNumber: true,
    cell: ({ id, reference_number: reference }) => (
      <RefuseOrRelease
        isBusy={decide.isPending && decide.variables.id === id}
        refuse={{
          label: t('Refuse {reference}', { reference }),
          choose: () => decide.mutate({ id, decision: 'refuse' }),
        }}
        release={{
          label: t('Release {reference}', { reference }),
          choose: () => decide.mutate({ id, decision: 'release' }),
        }}
      />
    ),
  },
];

export function Page(_props: PageProps) {
  const decide = useDecide();
  return (
    <Frame
      title={t('Held payouts')}
      description={t('Payouts that a person must look at before they go out.')}
    >
      <Card>
        <QueryTable
          label={t('Held payouts')}
          query={useInfiniteQuery(heldPages)}
          columns={columns(decide)}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="check"
              title={t('Nothing is held')}
              text={t('Suspicious payouts stop here until you decide.')}
            />
          }
        />
      </Card>
    </Frame>
  );
}
