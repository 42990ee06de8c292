import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  lastCommissions,
  newestLink,
  payoutSummary,
  performanceQuery,
} from '../../api/affiliate-queries.ts';
import { date, fromNow, money, shortMoney } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { buttonClass } from '../../ui/button.tsx';
import { TimeChart } from '../../ui/chart.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel, QueryState } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Stat, Stats } from '../../ui/stat.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load, type PageProps } from '../page-module.ts';
import { changeOf, type Range, rangeOf } from '../../range.ts';
import { RangePicker } from '../range-picker.tsx';
import { TrafficStats } from '../traffic-stats.tsx';
import { StateBadge } from '../state-badge.tsx';

export const load: Load = (queries, { search }) => [
  queries.query(performanceQuery(rangeOf(search))),
  queries.query(payoutSummary),
  queries.query(newestLink),
  queries.query(lastCommissions),
];

/** The newest link, with what one does with it. */
function OwnLink() {
  return (
    <Panel title={t('Your link')} query={useQuery(newestLink)}>
      {(link) =>
        link === null ? (
          <EmptyState
            icon="link"
            title={t('No link yet')}
            text={t('Join a campaign, then create your own link to it.')}
          >
            <Link to="/campaigns" className={buttonClass('primary')}>
              {t('Find a campaign')}
            </Link>
          </EmptyState>
        ) : (
          <div className="flex flex-wrap items-center gap-5 p-5">
            <QrCode text={link.url} label={t('QR code of your link')} />
            <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
              <code className="max-w-full truncate rounded-lg bg-sunken px-3 py-2 text-sm">
                {link.url}
              </code>
              <p className="max-w-full truncate text-sm text-muted">
                {t('Leads to {address}', { address: link.destination_url })}
              </p>
              <CopyButton text={link.url} label={t('Copy the link')} />
            </div>
          </div>
        )
      }
    </Panel>
  );
}

function NextPayout() {
  return (
    <Panel
      title={t('Next payout')}
      query={useQuery(payoutSummary)}
      action={
        <Link to="/payouts" className="text-sm font-medium text-accent">
          {t('All payouts')}
        </Link>
      }
    >
      {(summary) => (
        <div className="flex flex-col gap-1 p-5">
          <p className="text-3xl font-semibold tracking-tight tabular-nums">
            {money(summary.available_balance, summary.currency)}
          </p>
          <p className="text-sm text-muted">
            {summary.next_payout_date === null
              ? t('You choose when it is paid.')
              : t('Payable on {date}, {distance}', {
                  date: date(summary.next_payout_date),
                  distance: fromNow(summary.next_payout_date),
                })}
          </p>
          {summary.minimum_payout_amount !== null && (
            <p className="text-sm text-muted">
              {t('From {amount} on', {
                amount: money(summary.minimum_payout_amount, summary.currency),
              })}
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

function Figures({ range }: { readonly range: Range }) {
  return (
    <Stats>
      <QueryState query={useQuery(performanceQuery(range))}>
        {({ metrics, previous_period: { metrics: before }, currency }) => (
          <>
            <Stat
              label={t('Earnings')}
              value={money(metrics.earnings, currency)}
              change={changeOf(metrics.earnings, before.earnings)}
            />
            <TrafficStats metrics={metrics} before={before} />
            <Stat label={t('Earnings per click')} value={money(metrics.epc, currency)} />
          </>
        )}
      </QueryState>
    </Stats>
  );
}

function LastEarnings() {
  return (
    <Panel title={t('Last earnings')} query={useQuery(lastCommissions)}>
      {(items) =>
        items.length === 0 ? (
          <EmptyState
            icon="coins"
            title={t('Nothing earned yet')}
            text={t('Orders through your links appear here once they are approved.')}
          />
        ) : (
          <ul className="divide-y divide-line">
            {items.map((item) => (
              <li key={item.id}>
                <Link
                  to="/commissions/$id"
                  params={{ id: item.id }}
                  className="flex items-center justify-between gap-4 px-5 py-3 text-sm hover:bg-sunken"
                >
                  <span className="min-w-0">
                    <span className="block truncate font-medium">{item.campaign_name}</span>
                    <span className="text-xs text-muted">{date(item.created_at)}</span>
                  </span>
                  <span className="flex items-center gap-3 tabular-nums">
                    <StateBadge state={item.status} />
                    {money(item.amount, item.currency)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

export function Page({ search }: PageProps) {
  const range = rangeOf(search);
  return (
    <Frame title={t('Overview')} actions={<RangePicker search={search} />}>
      <div className="grid gap-6 lg:grid-cols-[2fr_1fr]">
        <OwnLink />
        <NextPayout />
      </div>
      <Figures range={range} />
      <Panel title={t('Earnings by day')} query={useQuery(performanceQuery(range))}>
        {({ series, currency }) => (
          <TimeChart
            title={t('Earnings by day')}
            days={series.map(({ period, earnings }) => ({ day: period, value: earnings }))}
            format={(value) => shortMoney(value, currency)}
          />
        )}
      </Panel>
      <LastEarnings />
    </Frame>
  );
}
