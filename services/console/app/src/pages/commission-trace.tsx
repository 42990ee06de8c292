import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../api/client.ts';
import { dateTime, money, percent } from '../format/format.ts';
import { t } from '../i18n/translate.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Page as Frame } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { type Load, type PageProps } from './page-module.ts';
import { StateBadge } from './state-badge.tsx';

type Trace = Schemas['TraceCommissionResponse'];

const traceQuery = (id: string) =>
  queryOptions({
    queryKey: ['commission', id],
    queryFn: ({ signal }) => api.commissions.trace(id, { signal }),
  });

export const load: Load = (queries, { id }) => [queries.query(traceQuery(id))];

interface Station {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  /** Undefined for what has not happened yet. */
  readonly at: string | null | undefined;
}

function paidStations({ payouts, commission }: Trace): Station[] {
  if (payouts.length === 0)
    return [{ icon: 'bank', title: t('Payout'), text: t('Not paid yet'), at: undefined }];
  return payouts.map((payout) => ({
    icon: 'bank',
    title: t('Payout of {amount}', { amount: money(payout.amount, commission.currency) }),
    text: payout.provider_transaction_id ?? t('Set aside for a payout'),
    at: payout.settled_at ?? payout.reserved_at,
  }));
}

/** The stations of a commission, from the click to the provider. */
function stationsOf(trace: Trace): readonly Station[] {
  const { conversion, approval, commission, rule, hold, fraud } = trace;
  return [
    {
      icon: 'link',
      title: t('Click'),
      text:
        conversion.click_id === null ? t('By a coupon code') : t('Through the affiliate’s link'),
      at: conversion.clicked_at,
    },
    {
      icon: 'cart',
      title: t('Order of {amount}', { amount: money(conversion.order_value, conversion.currency) }),
      text: conversion.order_id,
      at: conversion.converted_at,
    },
    {
      icon: 'shield',
      title: t('Approved'),
      text: t('Suspicion {score}', { score: percent((fraud.score ?? 0) * 100) }),
      at: approval.approved_at,
    },
    {
      icon: 'coins',
      title: t('Commission of {amount}', { amount: money(commission.amount, commission.currency) }),
      text:
        rule.type === 'percentage'
          ? t('{rate} of the order', { rate: percent(Number(rule.base_rate)) })
          : t('A fixed amount'),
      at: commission.created_at,
    },
    ...(hold === null
      ? []
      : [
          {
            icon: 'lock' as const,
            title: t('On hold'),
            text: t('{days, plural, one {# day} other {# days}}', { days: hold.days }),
            at: hold.until,
          },
        ]),
    ...paidStations(trace),
  ];
}

function Picture({ trace }: { readonly trace: Trace }) {
  const stations = stationsOf(trace);
  return (
    <ol className="flex flex-col gap-0 p-6 lg:flex-row">
      {stations.map(({ icon, title, text, at }, index) => (
        <li
          key={`${title}${index}`}
          className="relative flex flex-1 gap-4 pb-8 last:pb-0 lg:flex-col lg:pb-0"
        >
          {index < stations.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-10 left-5 h-full w-0.5 bg-line lg:top-5 lg:left-10 lg:h-0.5 lg:w-full"
            />
          )}
          <span
            className={`relative grid size-10 shrink-0 place-items-center rounded-full ${at === undefined ? 'border border-dashed border-strong-line bg-surface text-muted' : 'bg-accent text-on-accent'}`}
          >
            <Icon name={icon} />
          </span>
          <span className="min-w-0 pr-4 text-sm">
            <span className="block font-medium">{title}</span>
            <span className="block truncate text-muted">{text}</span>
            {typeof at === 'string' && (
              <time dateTime={at} className="text-xs text-muted">
                {dateTime(at)}
              </time>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

export function Page({ id }: PageProps) {
  const trace = useQuery(traceQuery(id));
  const commission = trace.data?.commission;
  return (
    <Frame
      title={
        commission === undefined
          ? t('Commission')
          : t('Commission of {amount}', { amount: money(commission.amount, commission.currency) })
      }
      description={t('Where it comes from and where it went.')}
      actions={commission !== undefined && <StateBadge state={commission.status} />}
    >
      <Panel title={t('From the click to the bank')} query={trace}>
        {(data) => <Picture trace={data} />}
      </Panel>
    </Frame>
  );
}
