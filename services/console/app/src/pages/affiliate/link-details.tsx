import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Schemas } from '@tributary/sdk';
import { api } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { money, shortMoney, whole } from '../../format/format.ts';
import { t } from '../../i18n/translate.ts';
import { type Range, rangeOf } from '../../range.ts';
import { type Search } from '../../search.ts';
import { Button } from '../../ui/button.tsx';
import { TimeChart } from '../../ui/chart.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Fact, Facts } from '../../ui/lines.tsx';
import { QueryState } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ['affiliate', 'link', id],
    queryFn: ({ signal }) => api.links.get(id, { signal }),
  });

const figuresQuery = (id: string, { start, end }: Range) =>
  queryOptions({
    queryKey: ['affiliate', 'link-figures', id, start, end],
    queryFn: ({ signal }) =>
      api.links.getPerformance(id, { start_date: start, end_date: end }, { signal }),
  });

function Address({ link }: { readonly link: Schemas['Link'] }) {
  const change = useAction({
    run: (active: boolean) => api.links.update(link.id, { active }),
    message: (_answer, active) => (active ? t('The link works again') : t('The link is paused')),
    changes: ['affiliate'],
  });
  return (
    <div className="flex flex-wrap items-center gap-5 border-b border-line p-5">
      <QrCode text={link.url} label={t('QR code of your link')} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-3">
        <code className="max-w-full rounded-lg bg-sunken px-3 py-2 text-sm break-all">
          {link.url}
        </code>
        <p className="text-sm break-all text-muted">
          {t('Leads to {address}', { address: link.destination_url })}
        </p>
        <span className="flex flex-wrap gap-2">
          <CopyButton text={link.url} label={t('Copy the link')} />
          <Button isBusy={change.isPending} onClick={() => change.mutate(!link.active)}>
            {link.active ? t('Pause') : t('Start')}
          </Button>
        </span>
      </div>
    </div>
  );
}

/** One link: its address and QR code, and what it brought in a range. */
export function LinkDetails({ id, search }: { readonly id: string; readonly search: Search }) {
  const figures = useQuery(figuresQuery(id, rangeOf(search)));
  return (
    <>
      <QueryState query={useQuery(linkQuery(id))}>{(link) => <Address link={link} />}</QueryState>
      <QueryState query={figures}>
        {({ metrics, series, currency }) => (
          <>
            <TimeChart
              title={t('Earnings by day')}
              days={series.map(({ period, earnings }) => ({ day: period, value: earnings }))}
              format={(value) => shortMoney(value, currency)}
            />
            <Facts>
              <Fact label={t('Clicks')} value={whole(metrics.clicks)} />
              <Fact label={t('Conversions')} value={whole(metrics.conversions)} />
              <Fact label={t('Revenue')} value={money(metrics.revenue, currency)} />
              <Fact label={t('Earnings')} value={money(metrics.earnings, currency)} />
              <Fact label={t('Earnings per click')} value={money(metrics.epc, currency)} />
            </Facts>
          </>
        )}
      </QueryState>
    </>
  );
}
