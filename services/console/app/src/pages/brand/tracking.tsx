import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { dateTime, fromNow, percent, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { TimeChart } from '../../ui/chart.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { Page as Frame } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Load } from '../page-module.ts';
import { StateBadge } from '../state-badge.tsx';

const healthQuery = queryOptions({
  queryKey: ['brand', 'tracking-health'],
  queryFn: async ({ signal }) => (await api.tracking.getHealth({}, { signal })).data,
});

/** The first click and the first order that arrived; requested again until both are there. */
const installQuery = queryOptions({
  queryKey: ['brand', 'install-check'],
  queryFn: async ({ signal }) => await api.tracking.checkInstall({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.data.is_complete === true ? false : 10_000),
});

const shopsQuery = queryOptions({
  queryKey: ['brand', 'shops'],
  queryFn: async ({ signal }) => (await api.integrations.list({ signal })).integrations,
});

const scriptsQuery = queryOptions({
  queryKey: ['brand', 'scripts'],
  queryFn: ({ signal }) => api.scriptVersions.list({ signal }),
  staleTime: Infinity,
});

export const load: Load = (queries) => [
  queries.query(healthQuery),
  queries.query(installQuery),
  queries.query(shopsQuery),
  queries.query(scriptsQuery),
];

/** What to do next until orders carry their clicks; undefined is that no order was seen. */
function nextStepOf(hasClick: boolean, orderHasClick: boolean | undefined): string {
  if (!hasClick) return t('Open one of the campaign’s links in a new window.');
  if (orderHasClick === undefined) return t('Place a test order in the same window.');
  return orderHasClick
    ? t('Clicks and orders arrive; nothing is left to do.')
    : t('The order carries no click: put the script on every page of the shop.');
}

/** Whether the first click and the first order were seen. */
function Install() {
  return (
    <Panel title={t('Installation')} query={useQuery(installQuery)}>
      {({ data: { first_click: click, first_order: order } }) => (
        <>
          <Lines>
            <Line
              title={
                click === null ? t('Waiting for the first click') : t('We saw your first click')
              }
              text={click === null ? undefined : dateTime(click.clicked_at)}
            >
              <StateBadge state={click === null ? 'pending' : 'verified'} />
            </Line>
            <Line
              title={
                order === null ? t('Waiting for the first order') : t('We saw your first order')
              }
              text={
                order === null ? undefined : `${order.order_id} · ${dateTime(order.reported_at)}`
              }
            >
              <StateBadge state={order === null ? 'pending' : 'verified'} />
            </Line>
          </Lines>
          <p className="border-t border-line px-5 py-3 text-sm text-muted">
            {nextStepOf(click !== null, order?.has_click)}
          </p>
        </>
      )}
    </Panel>
  );
}

function Health({ health }: { readonly health: Schemas['TrackingHealth'] }) {
  const { status, alarms, days } = health;
  return (
    <>
      <ul className="flex flex-col gap-2 px-5 pt-5 text-sm">
        {alarms.map(({ kind, message, since }) => (
          <li key={kind} className="rounded-lg bg-bad-soft px-3 py-2 text-bad">
            {message}
            {since !== undefined && ` (${fromNow(since)})`}
          </li>
        ))}
        {alarms.length === 0 && (
          <li className="flex items-center gap-2">
            <Badge tone={status === 'healthy' ? 'good' : 'bad'}>{t('Healthy')}</Badge>
            {t('Orders carry the clicks that we expect.')}
          </li>
        )}
      </ul>
      <TimeChart
        title={t('Orders by day')}
        days={days.map(({ date: day, orders }) => ({ day, value: orders }))}
        format={whole}
      />
      <Browsers days={days} />
    </>
  );
}

/** The browsers of the last day with orders, and how many of their orders carry a click. */
function Browsers({ days }: Pick<Schemas['TrackingHealth'], 'days'>) {
  const last = days.findLast(({ by_browser: browsers }) => browsers.length > 0);
  if (last === undefined) return null;
  return (
    <Lines>
      {last.by_browser.map(({ browser, orders, orders_with_click: seen }) => (
        <Line
          key={browser}
          title={browser}
          text={t('{count, plural, one {# order} other {# orders}}', { count: orders })}
        >
          {t('{share} with a click', { share: percent(orders === 0 ? 0 : (seen / orders) * 100) })}
        </Line>
      ))}
    </Lines>
  );
}

function Script() {
  return (
    <Panel title={t('Script for your pages')} query={useQuery(scriptsQuery)}>
      {({ tag }) => (
        <div className="flex flex-col items-start gap-3 p-5 text-sm">
          <p className="text-muted">
            {t('Put it on every page of the shop; it remembers which link a visitor came by.')}
          </p>
          <pre
            tabIndex={0}
            aria-label={t('Script for your pages')}
            className="w-full overflow-x-auto rounded-lg bg-sunken p-3 text-xs"
          >
            {tag}
          </pre>
          <CopyButton text={tag} />
        </div>
      )}
    </Panel>
  );
}

function Shops() {
  return (
    <Panel title={t('Connected shops')} query={useQuery(shopsQuery)}>
      {(shops) =>
        shops.length === 0 ? (
          <EmptyState
            icon="cart"
            title={t('No shop is connected')}
            text={t('Shopify, WooCommerce and Stripe can report orders by themselves.')}
          >
            <a href="/docs" className={buttonClass()}>
              {t('Documentation')}
            </a>
          </EmptyState>
        ) : (
          <Lines>
            {shops.map((shop) => (
              <Line key={shop.id} title={shop.shop_url} text={shop.platform}>
                {shop.last_message_at !== null && (
                  <span className="text-xs text-muted">{fromNow(shop.last_message_at)}</span>
                )}
                <StateBadge state={shop.status} />
              </Line>
            ))}
          </Lines>
        )
      }
    </Panel>
  );
}

export function Page() {
  const health = useQuery(healthQuery);
  const install = useQuery(installQuery);
  return (
    <Frame
      title={t('Tracking')}
      description={t('Whether clicks and orders arrive as they should.')}
      actions={
        <Button
          isBusy={install.isFetching}
          onClick={() => void Promise.all([health.refetch(), install.refetch()])}
        >
          {t('Check again')}
        </Button>
      }
    >
      <Install />
      <Panel title={t('Health')} query={health}>
        {(data) => <Health health={data} />}
      </Panel>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Script />
        <Shops />
      </div>
    </Frame>
  );
}
