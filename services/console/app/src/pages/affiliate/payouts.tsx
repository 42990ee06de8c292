import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { accountsQuery, payoutPages, payoutSummary } from '../../api/affiliate-queries.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { Line, Lines, TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { providerWords } from '../words.ts';

const AccountForm = lazyForm(() => import('./account-form.tsx'));
const PayoutForm = lazyForm(() => import('./payout-form.tsx'));

type Payout = Schemas['AffiliatePayout'];
type Account = Schemas['PayoutAccount'];

export const load: Load = (queries) => [
  queries.query(payoutSummary),
  queries.query(accountsQuery),
  queries.infiniteQuery(payoutPages),
];

const columns = (): readonly Column<Payout>[] => [
  {
    id: 'reference',
    heading: t('Payout'),
    cell: ({ reference_number: reference, requested_at: at }) => (
      <TwoLines title={reference} text={date(at)} />
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'commissions',
    heading: t('Commissions'),
    isNumber: true,
    isMinor: true,
    cell: ({ commission_count: count }) => count,
  },
  {
    id: 'completed',
    heading: t('Arrived'),
    isMinor: true,
    cell: ({ completed_at: at }) => at !== null && <span className="text-muted">{date(at)}</span>,
  },
  {
    id: 'amount',
    heading: t('Amount'),
    isNumber: true,
    cell: ({ amount, currency }) => <span className="font-medium">{money(amount, currency)}</span>,
  },
];

function AccountLine({ account }: { readonly account: Account }) {
  const isCard = account.provider === 'cardproc_connect';
  return (
    <Line
      title={providerWords()[account.provider]}
      text={isCard ? account.cardproc_account_id : account.walletco_email}
    >
      {account.is_default && <Badge>{t('Default')}</Badge>}
      <Badge tone={account.can_receive_payouts ? 'good' : 'warn'}>
        {account.can_receive_payouts ? t('Ready') : t('Being checked')}
      </Badge>
    </Line>
  );
}

function Accounts() {
  return (
    <Panel
      title={t('Where it is paid to')}
      query={useQuery(accountsQuery)}
      action={
        <DialogButton label={t('Add an account')}>
          {(close) => <AccountForm onDone={close} />}
        </DialogButton>
      }
    >
      {(accounts) =>
        accounts.length === 0 ? (
          <EmptyState
            icon="bank"
            title={t('No account yet')}
            text={t('Add the account that your earnings are paid to.')}
          />
        ) : (
          <Lines>
            {accounts.map((account) => (
              <AccountLine key={account.id} account={account} />
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}

function Figures() {
  return (
    <Stats>
      <QueryState query={useQuery(payoutSummary)}>
        {({ currency, ...summary }) => (
          <>
            <Stat label={t('Available')} value={money(summary.available_balance, currency)} />
            <Stat label={t('On its way')} value={money(summary.pending_payouts, currency)} />
            <Stat label={t('Paid so far')} value={money(summary.lifetime_payouts, currency)} />
            <Stat
              label={t('Next payout')}
              value={
                summary.next_payout_date === null ? t('On request') : date(summary.next_payout_date)
              }
              hint={
                summary.minimum_payout_amount !== null &&
                t('From {amount} on', { amount: money(summary.minimum_payout_amount, currency) })
              }
            />
          </>
        )}
      </QueryState>
    </Stats>
  );
}

export function Page(_props: PageProps) {
  return (
    <Frame
      title={t('Payouts')}
      actions={
        <DialogButton kind="primary" label={t('Request a payout')}>
          {(close) => <PayoutForm onDone={close} />}
        </DialogButton>
      }
    >
      <Figures />
      <Card title={t('History')}>
        <QueryTable
          label={t('Payouts')}
          query={useInfiniteQuery(payoutPages)}
          columns={columns()}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="coins"
              title={t('Nothing was paid yet')}
              text={t('Each payout appears here with its way to your account.')}
            />
          }
        />
      </Card>
      <Accounts />
    </Frame>
  );
}
