import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { billingQuery, earningsQuery, paymentPages } from '../../api/affiliate-queries.ts';
import { api } from '../../api/client.ts';
import { useDownload } from '../../api/download.ts';
import { date, money } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Column, QueryTable } from '../../table/query-table.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DialogButton, lazyForm } from '../../ui/dialog-button.tsx';
import { DownloadButtons, type FileFormat } from '../../ui/download-buttons.tsx';
import { Fact, Facts, TwoLines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Card, Panel, QueryState } from '../../ui/panel.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

const BillingForm = lazyForm(() => import('./billing-form.tsx'));

type Payment = Schemas['Payment'];

export const load: Load = (queries) => [
  queries.query(earningsQuery),
  queries.infiniteQuery(paymentPages),
  queries.query(billingQuery),
];

const columns = (): readonly Column<Payment>[] => [
  {
    id: 'period',
    heading: t('Period'),
    cell: ({ period_start: from, period_end: to, created_at: at, transaction_id: id }) => (
      <TwoLines
        title={
          from === null || to === null
            ? date(at)
            : t('{from} to {to}', { from: date(from), to: date(to) })
        }
        text={id ?? undefined}
      />
    ),
  },
  { id: 'status', heading: t('State'), cell: ({ status }) => <StateBadge state={status} /> },
  {
    id: 'amount',
    heading: t('Amount'),
    isNumber: true,
    isMinor: true,
    cell: ({ amount, currency }) => money(amount, currency),
  },
  {
    id: 'net',
    heading: t('Paid out'),
    isNumber: true,
    cell: ({ net_amount: amount, currency }) => (
      <span className="font-medium">{money(amount, currency)}</span>
    ),
  },
  {
    id: 'papers',
    heading: t('Papers'),
    isNumber: true,
    isMinor: true,
    cell: ({ invoice_url: invoice, credit_note_url: note }) => (
      <span className="no-print flex justify-end gap-2">
        {invoice !== null && (
          <a href={invoice} className={buttonClass()}>
            {t('Invoice')}
          </a>
        )}
        {note !== null && (
          <a href={note} className={buttonClass()}>
            {t('Credit note')}
          </a>
        )}
      </span>
    ),
  },
];

function Figures() {
  return (
    <Stats>
      <QueryState query={useQuery(earningsQuery)}>
        {({ currency, ...sums }) => (
          <>
            <Stat label={t('Earned so far')} value={money(sums.total_earnings, currency)} />
            <Stat label={t('Paid so far')} value={money(sums.paid_earnings, currency)} />
            <Stat
              label={t('This month')}
              value={money(sums.this_month, currency)}
              hint={t('{amount} last month', { amount: money(sums.last_month, currency) })}
            />
            <Stat
              label={t('On hold')}
              value={money(sums.pending_earnings, currency)}
              hint={t('{amount} are payable', {
                amount: money(sums.available_for_payout, currency),
              })}
            />
          </>
        )}
      </QueryState>
    </Stats>
  );
}

/** Whom invoices are made out to. */
function Billing() {
  const billing = useQuery(billingQuery);
  return (
    <Panel
      title={t('Billing profile')}
      query={billing}
      action={
        billing.data && (
          <DialogButton label={t('Change')} title={t('Billing profile')}>
            {(close) => <BillingForm profile={billing.data} onDone={close} />}
          </DialogButton>
        )
      }
    >
      {({ legal_name: name, address_lines: lines, tax_id: tax }) => (
        <Facts>
          <Fact label={t('Name')} value={name ?? t('Not given')} />
          <Fact
            label={t('Postal address')}
            value={lines.length === 0 ? t('Not given') : lines.join(', ')}
          />
          <Fact label={t('Tax number')} value={tax ?? t('Not given')} />
        </Facts>
      )}
    </Panel>
  );
}

export function Page() {
  const download = useDownload((_format: FileFormat) => api.payouts.export(), 'payouts.csv');
  return (
    <Frame
      title={t('Statements')}
      description={t('What was paid, with its papers. The page can be printed.')}
      actions={
        <span className="no-print flex flex-wrap gap-2">
          <DownloadButtons formats={['csv']} download={download} />
          <Button onClick={() => window.print()}>{t('Print')}</Button>
        </span>
      }
    >
      <Figures />
      <Card title={t('Payments')}>
        <QueryTable
          label={t('Payments')}
          query={useInfiniteQuery(paymentPages)}
          columns={columns()}
          idOf={({ id }) => id}
          empty={
            <EmptyState
              icon="file"
              title={t('No statement yet')}
              text={t('Each payment appears here with its invoice.')}
            />
          }
        />
      </Card>
      <Billing />
    </Frame>
  );
}
