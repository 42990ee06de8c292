import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { useState } from 'react';
import { accountsQuery, payoutPages, payoutSummary } from '../../api/affiliate-queries.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';
import { AddAccount } from './add-account.tsx';
import { RequestPayout } from './request-payout.tsx';

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
      <span>
        <span className="block font-medium">{reference}</span>
        <span className="text-xs text-muted">{date(at)}</span>
      </span>
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
    <li className="flex items-center justify-between gap-4 px-5 py-3 text-sm">
      <span className="min-w-0">
        <span className="block font-medium">{isCard ? t('Bank account') : t('Wallet')}</span>
        <span className="block truncate text-muted">
          {isCard ? account.cardproc_account_id : account.walletco_email}
        </span>
      </span>
      <span className="flex gap-2">
        {account.is_default && <Badge>{t('Default')}</Badge>}
        <Badge tone={account.can_receive_payouts ? 'good' : 'warn'}>
          {account.can_receive_payouts ? t('Ready') : t('Being checked')}
        </Badge>
      </span>
    </li>
  );
}

function Accounts() {
  const [isAdding, setAdding] = useState(false);
  return (
    <Panel
      title={t('Where it is paid to')}
      query={useQuery(accountsQuery)}
      action={<Button onClick={() => setAdding(true)}>{t('Add an account')}</Button>}
    >
      {(accounts) => (
        <>
          {accounts.length === 0 && (
            <EmptyState
              icon="bank"
              title={t('No account yet')}
              text={t('Add the account that your earnings are paid to.')}
            />
          )}
          <ul className="divide-y divide-line">
            {accounts.map((account) => (
              <AccountLine key={account.id} account={account} />
            ))}
          </ul>
          <Dialog title={t('Add an account')} isOpen={isAdding} onClose={() => setAdding(false)}>
            <AddAccount onDone={() => setAdding(false)} />
          </Dialog>
        </>
      )}
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
  const [isRequesting, setRequesting] = useState(false);
  return (
    <Frame
      title={t('Payouts')}
      actions={
        <Button kind="primary" onClick={() => setRequesting(true)}>
          {t('Request a payout')}
        </Button>
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
      <Dialog
        title={t('Request a payout')}
        isOpen={isRequesting}
        onClose={() => setRequesting(false)}
      >
        <RequestPayout onDone={() => setRequesting(false)} />
      </Dialog>
    </Frame>
  );
}
